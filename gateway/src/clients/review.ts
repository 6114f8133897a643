import { ReviewServiceClient, type ExportFile } from '@candor/proto/candor/questionnaire/v1/review';
import { RpcClient, type CallFor } from '@candor/runtime';
import type { Download } from '../http/download.js';
import type { Question } from '../routes/questionnaires/question.js';
import type { Assignee, Overview } from '../routes/questionnaires/resource.js';
import type {
  AgainReceipt,
  BulkApproval,
  BulkEdit,
  Comment,
  CommentList,
  HistoryList,
  SuggestionList,
} from '../routes/review/resource.js';
import type { RewriteGoal, RewriteProposal } from '../routes/review/rewrite-proposal.js';
import { commentJson, historyJson, proposalJson, suggestionsJson } from './review-json.js';
import { editedJson, overviewJson, questionJson, totalOf } from './questionnaire-json.js';
import { wholePage } from './whole-page.js';

interface Page {
  limit: number;
  offset: number;
}

/** A question, and the version that the caller has seen of it (If-Match); undefined: whatever it is. */
export interface QuestionTarget {
  id: string;
  questionId: string;
  expectedVersion: number | undefined;
}

type GivenAssignee = Pick<Assignee, 'id' | 'type'>;

/** Null: nobody. Undefined times and notes stay with the same assignee. */
export interface AssigneeChange {
  assignee: GivenAssignee | null;
  /** Microseconds; 0: none. */
  dueAt: number | undefined;
  note: string | undefined;
}

const assigneeMessage = (change: AssigneeChange | undefined) =>
  change && { ...change, assignee: change.assignee ?? undefined };

/** Undefined leaves a field as it is; '' clears it. */
export interface QuestionEdit {
  answer: string | undefined;
  comment: string | undefined;
  answerStatus: string | undefined;
  assignee: AssigneeChange | undefined;
  /** The answer enters the library at once. */
  keepInLibrary: boolean;
}

/** Undefined leaves a field as it is; '' clears it. */
export interface QuestionnaireEdit {
  title: string | undefined;
  companyName: string | undefined;
  dealValue: string | undefined;
  deadline: string | undefined;
  instructions: string | undefined;
  tagIds: string[] | undefined;
  assignees: GivenAssignee[] | undefined;
}

/** An engine behind a model takes its time; so does writing into a large file. Milliseconds. */
const ENGINE_DEADLINE_MS = 60_000;
const EXPORT_DEADLINE_MS = 5 * 60_000;
const PIECE_BYTES = 1024 * 1024;
const PIECE_DEADLINE_MS = 15_000;

/** Editing, approving and giving back. */
export class ReviewClient {
  private readonly rpc: RpcClient<ReviewServiceClient>;

  constructor(address: string, token: string) {
    this.rpc = new RpcClient(ReviewServiceClient, address, token);
  }

  async submit(from: CallFor, id: string, said: { note: string; approverIds: string[] }): Promise<Overview> {
    return overviewJson(await this.rpc.unary(this.rpc.stub.submitQuestionnaire, { id, ...said }, from));
  }

  async sendBack(from: CallFor, id: string, said: { reason: string; questionIds: string[] }): Promise<Overview> {
    const call = { ...from, deadlineMs: ENGINE_DEADLINE_MS };
    return overviewJson(await this.rpc.unary(this.rpc.stub.sendBackQuestionnaire, { id, ...said }, call));
  }

  async complete(
    from: CallFor,
    id: string,
    options: { force: boolean; syncToLibrary: boolean; approversOnly: boolean },
  ): Promise<Overview> {
    const call = { ...from, deadlineMs: ENGINE_DEADLINE_MS };
    return overviewJson(await this.rpc.unary(this.rpc.stub.completeQuestionnaire, { id, ...options }, call));
  }

  async reopen(from: CallFor, id: string): Promise<Overview> {
    return overviewJson(await this.rpc.unary(this.rpc.stub.reopenQuestionnaire, { id }, from));
  }

  /** Fields of the filter are '' when they are not given. */
  async answerAgain(
    from: CallFor,
    id: string,
    filter: { status: string; sheet: string; band: string; questionIds: string[] },
  ): Promise<AgainReceipt> {
    const reply = await this.rpc.unary(this.rpc.stub.regenerateQuestionnaire, { id, filter }, from);
    return {
      questionnaire_id: id,
      questions: reply.questions,
      status: reply.status as AgainReceipt['status'],
      status_display_name: reply.statusDisplayName,
      should_poll: reply.shouldPoll,
    };
  }

  async updateQuestionnaire(from: CallFor, id: string, edit: QuestionnaireEdit): Promise<Overview> {
    const { tagIds, assignees, ...fields } = edit;
    const request = { id, ...fields, tagIds: tagIds && { ids: tagIds }, assignees: assignees && { assignees } };
    return overviewJson(await this.rpc.unary(this.rpc.stub.updateQuestionnaire, request, from));
  }

  async editQuestion(from: CallFor, target: QuestionTarget, edit: QuestionEdit): Promise<Question> {
    const { assignee, ...fields } = edit;
    const request = { ...target, ...fields, assignee: assigneeMessage(assignee) };
    return questionJson(await this.rpc.unary(this.rpc.stub.editQuestion, request, from));
  }

  /** The same edit to each question as it was seen; then approves it when `approve` says so. */
  async editQuestions(
    from: CallFor,
    id: string,
    questions: Omit<QuestionTarget, 'id'>[],
    edit: Omit<QuestionEdit, 'keepInLibrary'>,
    approve: { approversOnly: boolean } | undefined,
  ): Promise<BulkEdit> {
    const { assignee, ...fields } = edit;
    const rule = { approve: approve !== undefined, approversOnly: approve?.approversOnly ?? false };
    const request = { id, questions, ...fields, assignee: assigneeMessage(assignee), ...rule };
    const call = { ...from, deadlineMs: ENGINE_DEADLINE_MS };
    const { results } = await this.rpc.unary(this.rpc.stub.editQuestions, request, call);
    return { results: results.map(editedJson) };
  }

  async approve(from: CallFor, target: QuestionTarget & { approversOnly: boolean }): Promise<Question> {
    return questionJson(await this.rpc.unary(this.rpc.stub.approveQuestion, target, from));
  }

  async unapprove(from: CallFor, target: QuestionTarget): Promise<Question> {
    return questionJson(await this.rpc.unary(this.rpc.stub.unapproveQuestion, target, from));
  }

  async approveMany(
    from: CallFor,
    id: string,
    selection: {
      questionIds: string[];
      filter: { band: string; sheetId: string; all: boolean } | undefined;
      approversOnly: boolean;
    },
  ): Promise<BulkApproval> {
    const call = { ...from, deadlineMs: ENGINE_DEADLINE_MS };
    const reply = await this.rpc.unary(this.rpc.stub.approveQuestions, { id, ...selection }, call);
    return {
      approved: reply.approved,
      skipped: reply.skipped.map(({ questionId, code }) => ({ question_id: questionId, code })),
    };
  }

  async regenerate(from: CallFor, target: QuestionTarget, instructions: string): Promise<Question> {
    const call = { ...from, deadlineMs: ENGINE_DEADLINE_MS };
    return questionJson(await this.rpc.unary(this.rpc.stub.regenerateQuestion, { ...target, instructions }, call));
  }

  /** `language`: a BCP 47 tag, for `translated` alone; '': the language of the questionnaire. */
  async rewrite(
    from: CallFor,
    target: QuestionTarget,
    wanted: { goal: RewriteGoal; language: string },
  ): Promise<RewriteProposal> {
    const call = { ...from, deadlineMs: ENGINE_DEADLINE_MS };
    const reply = await this.rpc.unary(this.rpc.stub.proposeRewrite, { ...target, ...wanted }, call);
    return proposalJson(target.questionId, wanted.goal, reply);
  }

  async suggestions(from: CallFor, id: string, questionId: string): Promise<SuggestionList> {
    const call = { ...from, deadlineMs: ENGINE_DEADLINE_MS };
    const reply = await this.rpc.unary(this.rpc.stub.suggestAnswers, { id, questionId }, call);
    return suggestionsJson(reply);
  }

  async history(from: CallFor, id: string, questionId: string, page: Page): Promise<HistoryList> {
    const { items, pagination } = await wholePage(page, async (part) => {
      const reply = await this.rpc.unary(this.rpc.stub.listHistory, { id, questionId, ...part }, from);
      return { items: reply.entries, total: totalOf(reply), reply };
    });
    return { entries: items.map(historyJson), pagination };
  }

  async comments(from: CallFor, id: string, questionId: string, page: Page): Promise<CommentList> {
    const { items, pagination } = await wholePage(page, async (part) => {
      const reply = await this.rpc.unary(this.rpc.stub.listComments, { id, questionId, ...part }, from);
      return { items: reply.comments, total: totalOf(reply), reply };
    });
    return { comments: items.map(commentJson), pagination };
  }

  async addComment(
    from: CallFor,
    id: string,
    questionId: string,
    said: { text: string; mentionedIds: string[] },
  ): Promise<Comment> {
    return commentJson(await this.rpc.unary(this.rpc.stub.addComment, { id, questionId, ...said }, from));
  }

  /** `format`: original, xlsx, csv or json. */
  async export(from: CallFor, id: string, format: string, answers: 'all' | 'approved'): Promise<Download> {
    const call = { ...from, deadlineMs: EXPORT_DEADLINE_MS };
    const request = { id, format, approvedOnly: answers === 'approved' };
    return this.download(from, await this.rpc.unary(this.rpc.stub.prepareExport, request, call));
  }

  /** What the export of that format wrote where, and that the rest is unchanged. */
  async receipt(from: CallFor, id: string, format: string, answers: 'all' | 'approved'): Promise<Download> {
    const call = { ...from, deadlineMs: EXPORT_DEADLINE_MS };
    const request = { id, format, approvedOnly: answers === 'approved' };
    const file = await this.rpc.unary(this.rpc.stub.prepareReceipt, request, call);
    return { ...this.download(from, file), inline: true };
  }

  close(): void {
    this.rpc.close();
  }

  /** A file that another part of the questionnaire service has prepared. */
  prepared(from: CallFor, file: ExportFile): Download {
    return this.download(from, file);
  }

  private download(from: CallFor, { exportId, fileName, mimeType, size, sha256 }: ExportFile): Download {
    return { fileName, mimeType, size, sha256, content: () => this.pieces(from, exportId, size) };
  }

  /** One piece at a time, at the pace of the client. */
  private async *pieces(from: CallFor, exportId: string, size: number): AsyncGenerator<Uint8Array> {
    // Each piece has its own time: the client sets the pace.
    const call = { ...from, deadlineMs: PIECE_DEADLINE_MS };
    for (let offset = 0; offset < size;) {
      const request = { exportId, offset, length: Math.min(PIECE_BYTES, size - offset) };
      const { content } = await this.rpc.unary(this.rpc.stub.readExport, request, call);
      if (content.length === 0) throw new Error('the questionnaire service sent less of an export than it said');
      offset += content.length;
      yield content;
    }
  }
}
