import type { Bus, CallContext, Clock, RpcService } from '@candor/runtime';
import type { Assignee, Overview, Question } from '@candor/proto/candor/questionnaire/v1/questionnaire';
import { ReviewServiceService, type ReviewServiceServer } from '@candor/proto/candor/questionnaire/v1/review';
import type * as pb from '@candor/proto/candor/questionnaire/v1/review';
import { Exports, type ExportWriting, type Which } from '../export/prepare-export.js';
import { DISPLAY_NAMES, isProcessing } from '../domain/status.js';
import { ClaimTaking } from '../ledger/taking.js';
import type { Answering } from '../knowledge/answering.js';
import type { Rewriting } from '../answering/rewriting/goals.js';
import { RewriteProposals } from '../review/rewrite-proposals.js';
import { RewriteRate } from '../review/rewrite-rate.js';
import { Suggestions } from '../review/suggestions.js';
import type { AssigneeEdit } from '../review/assigning.js';
import { AnswerAgain } from '../review/answer-again.js';
import { Approval } from '../review/approval.js';
import { Completion } from '../review/approval-completion.js';
import { QuestionTalk } from '../review/comments.js';
import { HandingOver } from '../review/handing-over.js';
import type { QuestionnaireReader } from '../review/overview.js';
import { QuestionnaireFields, type FieldsEdit } from '../review/questionnaire-fields.js';
import { keepInLibrary } from '../review/keeping.js';
import { QuestionEditing } from '../review/questions.js';
import type { QuestionEdit } from '../review/questions-answer.js';
import { ManyQuestions } from '../review/questions-many.js';
import { QuestionWriter, type QuestionTarget } from '../review/questions-writer.js';
import type { StoredAssignee } from '../store/documents.js';
import type { ReviewStores } from '../store/review-stores.js';
import type { Stores } from '../store/stores.js';
import { toQuestion, toOverview } from './mapping.js';
import { callOf } from './questionnaire-service.js';
import { toComment, toExportFile, toHistoryEntry, toProposal } from './review-mapping.js';

export interface ReviewDependencies extends Stores, ReviewStores {
  reader: QuestionnaireReader;
  answering: Answering;
  /** Threads that write exports. */
  writing: ExportWriting;
  /** Undefined where no endpoint drafts. */
  rewriting: Rewriting | undefined;
  bus: Bus;
  clock: Clock;
}

const whichOf = ({ approvedOnly }: pb.PrepareExportRequest): Which => (approvedOnly ? 'approved' : 'all');

/** The review service's calls: messages in, use case, messages out. */
export function reviewService(deps: ReviewDependencies): RpcService {
  const { reader } = deps;
  const writer = new QuestionWriter(deps);
  const editing = new QuestionEditing({ ...deps, writer });
  const many = new ManyQuestions(deps.reviewQuestions, writer, deps.clock);
  const approval = new Approval(deps.reviewQuestions, writer, deps.clock);
  const completion = new Completion(deps);
  const handingOver = new HandingOver({ ...deps, writer });
  const answerAgain = new AnswerAgain(deps);
  const suggestions = new Suggestions(deps.reviewQuestions, deps.answering);
  const proposals = new RewriteProposals({ ...deps, writer, rate: new RewriteRate(deps.clock) });
  const talk = new QuestionTalk(deps.questionnaires, deps.reviewQuestions, deps.comments);
  const fields = new QuestionnaireFields(deps);
  const exports = new Exports({ ...deps, taking: new ClaimTaking(deps) });
  const overviewOf = async (organizationId: string, id: string): Promise<Overview> =>
    toOverview(await reader.overview(organizationId, id));

  const handlers = {
    async submitQuestionnaire(request: pb.SubmitQuestionnaireRequest, context: CallContext): Promise<Overview> {
      const by = callOf(context);
      await handingOver.submit(by, request.id, request);
      return overviewOf(by.organizationId, request.id);
    },

    async sendBackQuestionnaire(request: pb.SendBackQuestionnaireRequest, context: CallContext): Promise<Overview> {
      const by = callOf(context);
      await handingOver.sendBack(by, request.id, request);
      return overviewOf(by.organizationId, request.id);
    },

    async completeQuestionnaire(request: pb.CompleteQuestionnaireRequest, context: CallContext): Promise<Overview> {
      const by = callOf(context);
      const options = { force: request.force, syncToLibrary: request.syncToLibrary ?? true };
      await completion.complete({ ...by, approversOnly: request.approversOnly }, request.id, options);
      return overviewOf(by.organizationId, request.id);
    },

    async reopenQuestionnaire({ id }: pb.ReopenQuestionnaireRequest, context: CallContext): Promise<Overview> {
      const by = callOf(context);
      await handingOver.reopen(by, id);
      return overviewOf(by.organizationId, id);
    },

    async regenerateQuestionnaire(
      { id, filter }: pb.RegenerateQuestionnaireRequest,
      context: CallContext,
    ): Promise<pb.RegenerateQuestionnaireReply> {
      const wish = filter ?? { status: '', sheet: '', band: '', questionIds: [] };
      const { status, questions } = await answerAgain.start(callOf(context), id, wish);
      return { questions, status, statusDisplayName: DISPLAY_NAMES[status], shouldPoll: isProcessing(status) };
    },

    async updateQuestionnaire(request: pb.UpdateQuestionnaireRequest, context: CallContext): Promise<Overview> {
      const by = callOf(context);
      await fields.edit(by, request.id, toFieldsEdit(request));
      return overviewOf(by.organizationId, request.id);
    },

    async editQuestion(request: pb.EditQuestionRequest, context: CallContext): Promise<Question> {
      const by = callOf(context);
      const question = await editing.edit(by, targetOf(request), toQuestionEdit(request));
      if (request.keepInLibrary) await keepInLibrary(deps.librarySync, by, question);
      return toQuestion(question);
    },

    async editQuestions(request: pb.EditQuestionsRequest, context: CallContext): Promise<pb.EditQuestionsReply> {
      const { id, questions, approve } = request;
      const wanted = questions.map(({ questionId, expectedVersion }) => ({ questionId, expectedVersion }));
      return {
        results: await many.edit(callOf(context), id, wanted, toQuestionEdit(request), approve ? request : undefined),
      };
    },

    async approveQuestion(request: pb.ApproveQuestionRequest, context: CallContext): Promise<Question> {
      return toQuestion(
        await approval.approve({ ...callOf(context), approversOnly: request.approversOnly }, targetOf(request)),
      );
    },

    async unapproveQuestion(request: pb.UnapproveQuestionRequest, context: CallContext): Promise<Question> {
      return toQuestion(await approval.unapprove(callOf(context), targetOf(request)));
    },

    approveQuestions(
      { id, questionIds, filter, approversOnly }: pb.ApproveQuestionsRequest,
      context: CallContext,
    ): Promise<pb.ApproveQuestionsReply> {
      return approval.approveMany({ ...callOf(context), approversOnly }, id, { questionIds, filter });
    },

    async regenerateQuestion(request: pb.RegenerateQuestionRequest, context: CallContext): Promise<Question> {
      return toQuestion(await editing.regenerate(callOf(context), targetOf(request), request.instructions));
    },

    async suggestAnswers(
      { id, questionId }: pb.SuggestAnswersRequest,
      context: CallContext,
    ): Promise<pb.SuggestAnswersReply> {
      return { suggestions: await suggestions.of(callOf(context).organizationId, id, questionId) };
    },

    async proposeRewrite(request: pb.ProposeRewriteRequest, context: CallContext): Promise<pb.RewriteProposal> {
      return toProposal(await proposals.propose(callOf(context), targetOf(request), request));
    },

    async listHistory(request: pb.ListHistoryRequest, context: CallContext): Promise<pb.ListHistoryReply> {
      const { organizationId } = callOf(context);
      const { id, questionId, limit, offset } = request;
      const { entries, total } = await talk.history(organizationId, id, questionId, { limit, offset });
      return { entries: entries.map(toHistoryEntry), pagination: { total, limit, offset } };
    },

    async listComments(request: pb.ListCommentsRequest, context: CallContext): Promise<pb.ListCommentsReply> {
      const { organizationId } = callOf(context);
      const { id, questionId, limit, offset } = request;
      const { comments, total } = await talk.list(organizationId, id, questionId, { limit, offset });
      return { comments: comments.map(toComment), pagination: { total, limit, offset } };
    },

    async addComment(
      { id, questionId, text, mentionedIds }: pb.AddCommentRequest,
      context: CallContext,
    ): Promise<pb.QuestionComment> {
      return toComment(await talk.add(callOf(context), id, questionId, text, mentionedIds));
    },

    async prepareExport(request: pb.PrepareExportRequest, context: CallContext): Promise<pb.ExportFile> {
      const { id, format } = request;
      return toExportFile(await exports.prepare(callOf(context).organizationId, id, format, whichOf(request)));
    },

    async prepareReceipt(request: pb.PrepareExportRequest, context: CallContext): Promise<pb.ExportFile> {
      const { id, format } = request;
      return toExportFile(await exports.receipt(callOf(context).organizationId, id, format, whichOf(request)));
    },

    async readExport(request: pb.ReadExportRequest, context: CallContext): Promise<pb.ReadExportReply> {
      const { exportId, offset, length } = request;
      return { content: await exports.read(callOf(context).organizationId, exportId, offset, length) };
    },
  };
  return {
    definition: ReviewServiceService,
    handlers: handlers satisfies Record<keyof ReviewServiceServer, unknown>,
  };
}

const targetOf = (request: {
  id: string;
  questionId: string;
  expectedVersion?: number | undefined;
}): QuestionTarget => ({
  questionnaireId: request.id,
  questionId: request.questionId,
  expectedVersion: request.expectedVersion,
});

const typeOf = (type: string): 'USER' | 'GROUP' => (type === 'GROUP' ? 'GROUP' : 'USER');

type Edited = Pick<pb.EditQuestionRequest, 'answer' | 'comment' | 'answerStatus' | 'assignee'>;

function toQuestionEdit({ answer, comment, answerStatus, assignee }: Edited): QuestionEdit {
  const who = assignee?.assignee;
  return {
    ...(answer === undefined ? {} : { answer }),
    ...(comment === undefined ? {} : { comment }),
    ...(answerStatus === undefined ? {} : { answerStatus }),
    ...(assignee === undefined ? {} : { assignee: who === undefined ? null : assigneeEdit(who, assignee) }),
  };
}

const assigneeEdit = (who: Assignee, { dueAt, note }: pb.AssigneeChange): AssigneeEdit => ({
  id: who.id,
  type: typeOf(who.type),
  dueAt,
  note,
});

function toFieldsEdit(request: pb.UpdateQuestionnaireRequest): FieldsEdit {
  const { title, companyName, dealValue, deadline, instructions, tagIds, assignees } = request;
  const stored = assignees?.assignees.map(({ id, type }): StoredAssignee => ({ id, type: typeOf(type), name: null }));
  return {
    ...(title === undefined ? {} : { title }),
    ...(companyName === undefined ? {} : { companyName }),
    ...(dealValue === undefined ? {} : { dealValue }),
    ...(deadline === undefined ? {} : { deadline }),
    ...(instructions === undefined ? {} : { instructions }),
    ...(tagIds === undefined ? {} : { tagIds: tagIds.ids }),
    ...(stored === undefined ? {} : { assignees: stored }),
  };
}
