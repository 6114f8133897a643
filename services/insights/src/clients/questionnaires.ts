import { QuestionnaireServiceClient, type Question } from '@candor/proto/candor/questionnaire/v1/questionnaire';
import { ReviewServiceClient } from '@candor/proto/candor/questionnaire/v1/review';
import { AppError, RpcClient, type CallFor } from '@candor/runtime';

/** A questionnaire that is not completed. */
export interface OpenQuestionnaire {
  id: string;
  title: string;
  companyName: string;
  /** As people read it: "Ready for review". */
  status: string;
  questions: number;
  answered: number;
  /** YYYY-MM-DD. */
  deadline: string | undefined;
}

/** A question that somebody is to answer. */
export interface ExpertRequest {
  /** Of the questionnaire that is made for it; the same for each repeat. */
  id: string;
  /** In one line. */
  question: string;
  /** Who asks, in words. */
  asker: string;
  expert: { id: string; type: 'USER' | 'GROUP' };
  /** What the expert reads with it. */
  note: string;
}

/** What became of a question for an expert; the answers once all of it is approved, '' of what does not apply. */
export type ExpertAnswer = { state: 'open' } | { state: 'gone' } | { state: 'answered'; answers: string[] };

/** Questionnaires of an organization. */
export interface Questionnaires {
  open(call: CallFor, limit: number): Promise<{ items: OpenQuestionnaire[]; total: number }>;
  /** Makes a questionnaire of the question and assigns it; false: it is being read still, ask again in some seconds. */
  askExpert(call: CallFor, request: ExpertRequest): Promise<boolean>;
  /** Of the questionnaire with this id, which was made for an expert. */
  expertAnswer(call: CallFor, id: string): Promise<ExpertAnswer>;
}

/** Statuses in which nothing can be assigned yet. */
const UNDER_WAY: ReadonlySet<string> = new Set([
  'UPLOADED',
  'QUEUED_PENDING_REVIEW',
  'QUEUED_FOR_EXTRACTION',
  'ANALYSIS_IN_PROGRESS',
  'QUESTION_EXTRACTION_IN_PROGRESS',
  'ANSWERING_IN_PROGRESS',
]);
const MOST_QUESTIONS = 50;

/** The questionnaire service. Rejects as `unavailable` when it is out of reach. */
export class QuestionnairesClient implements Questionnaires {
  private readonly questionnaires: RpcClient<QuestionnaireServiceClient>;
  private readonly reviews: RpcClient<ReviewServiceClient>;

  constructor(address: string, token: string) {
    this.questionnaires = new RpcClient(QuestionnaireServiceClient, address, token);
    this.reviews = new RpcClient(ReviewServiceClient, address, token);
  }

  async open(call: CallFor, limit: number): Promise<{ items: OpenQuestionnaire[]; total: number }> {
    const options = {
      sort: '',
      ascending: false,
      assigneeIds: [],
      deadlineFrom: '',
      deadlineTo: '',
      withoutDeadline: false,
      open: true,
      sha256: '',
    };
    const { stub } = this.questionnaires;
    const request = { limit, offset: 0, options };
    const list = await this.questionnaires.unary(stub.listQuestionnaires.bind(stub), request, call);
    const items = list.questionnaires.map((one) => ({
      id: one.id,
      title: one.title,
      companyName: one.companyName,
      status: one.statusDisplayName,
      questions: one.totalQuestions,
      answered: one.answeredQuestions,
      deadline: one.deadline,
    }));
    return { items, total: list.pagination?.total ?? items.length };
  }

  async askExpert(call: CallFor, { id, question, asker, expert, note }: ExpertRequest): Promise<boolean> {
    const { stub } = this.questionnaires;
    const fields = {
      companyName: '',
      dealValue: '',
      deadline: '',
      instructions: '',
      tagIds: [],
      assignees: [],
      creationId: id,
      includeHidden: false,
    };
    // The heading makes it long enough, whoever asks what, and is what the list of questionnaires shows.
    const textContent = `Asked in Slack by ${asker}; nothing in the evidence answers it\n\n1. ${question}\n`;
    const upload = { textContent, sourceType: 'SLACK', fields };
    await this.questionnaires.unary(stub.uploadText.bind(stub), upload, call);
    const overview = await this.questionnaires.unary(stub.getOverview.bind(stub), { id }, call);
    if (UNDER_WAY.has(overview.questionnaire?.status ?? '')) return false;
    const assignee = { id: expert.id, type: expert.type };
    const questions = await this.questionsOf(call, id);
    const { stub: review } = this.reviews;
    if (questions.length === 0) {
      // It reads like no question: the expert gets it as a whole.
      const edit = { id, assignees: { assignees: [assignee] } };
      await this.reviews.unary(review.updateQuestionnaire.bind(review), edit, call);
      return true;
    }
    await this.reviews.unary(
      review.editQuestions.bind(review),
      {
        id,
        questions: questions.map((one) => ({ questionId: one.id })),
        assignee: { assignee, note },
        approve: false,
        approversOnly: false,
      },
      call,
    );
    return true;
  }

  async expertAnswer(call: CallFor, id: string): Promise<ExpertAnswer> {
    try {
      const questions = await this.questionsOf(call, id);
      const isDone = ({ approvedAt, answerStatus }: Question): boolean =>
        approvedAt !== undefined || answerStatus === 'NOT_APPLICABLE';
      if (questions.length === 0 || !questions.every(isDone)) return { state: 'open' };
      const isNone = ({ answerStatus }: Question): boolean => answerStatus === 'NOT_APPLICABLE';
      return { state: 'answered', answers: questions.map((one) => (isNone(one) ? '' : one.answer)) };
    } catch (error) {
      if (error instanceof AppError && error.kind === 'not_found') return { state: 'gone' };
      throw error;
    }
  }

  private async questionsOf(call: CallFor, id: string): Promise<Question[]> {
    const { stub } = this.questionnaires;
    const all = {
      id,
      sheetId: '',
      status: '',
      assignee: '',
      assigneeIds: [],
      sort: '',
      limit: MOST_QUESTIONS,
      offset: 0,
    };
    return (await this.questionnaires.unary(stub.listQuestions.bind(stub), all, call)).questions;
  }

  close(): void {
    this.questionnaires.close();
    this.reviews.close();
  }
}
