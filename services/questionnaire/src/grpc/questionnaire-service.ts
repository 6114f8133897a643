import { AppError, notFound, requireCaller, type Caller, type CallContext, type RpcService } from '@candor/runtime';
import {
  QuestionnaireServiceService,
  type QuestionnaireServiceServer,
} from '@candor/proto/candor/questionnaire/v1/questionnaire';
import type * as pb from '@candor/proto/candor/questionnaire/v1/questionnaire';
import type { Correcting } from '../corrections/correcting.js';
import type { AnswerStatus } from '../domain/statistics.js';
import type { AccountClass } from '../extraction/result.js';
import type { Erasure } from '../erasure/erasure.js';
import type { TakingForms } from '../forms/take-form.js';
import type { Replacing } from '../intake/replacing.js';
import type { Intake } from '../intake/upload.js';
import type { Lifecycle } from '../review/lifecycle.js';
import type { QuestionnaireReader } from '../review/overview.js';
import type { Waiting } from '../review/waiting.js';
import type { Search } from '../search/search.js';
import type { OrderedQuestionnaireStore } from '../store/ordered-questionnaires.js';
import type { QuestionStore } from '../store/questions.js';
import type { AccountStore } from '../store/records.js';
import type { TagStatus, TagStore } from '../store/tags.js';
import { fromCorrections, toArea, toDifference, toInForce } from './corrections-mapping.js';
import { receiveFile, toIntakeFields } from './intake.js';
import { toListOptions, toSameFile, toWaiting } from './list-mapping.js';
import { toItem, toOverview, toPlace, toQuestion, toTag } from './mapping.js';

export interface QuestionnaireUseCases {
  intake: Intake;
  forms: TakingForms;
  replacing: Replacing;
  waiting: Waiting;
  orderedQuestionnaires: OrderedQuestionnaireStore;
  reader: QuestionnaireReader;
  search: Search;
  lifecycle: Lifecycle;
  questions: QuestionStore;
  account: AccountStore;
  tags: TagStore;
  erasure: Erasure;
  correcting: Correcting;
}

const MESSAGE = 'The questionnaire was received and is queued for processing.';

/** The actor's name in logs and history: the key's owner, or the key. */
const actorOf = (caller: Caller): string => (caller.ownerId === '' ? `key:${caller.keyId}` : `user:${caller.ownerId}`);

export const callOf = (context: CallContext) => {
  const caller = requireCaller(context.caller);
  const { requestId, creationId } = context;
  return { organizationId: caller.organizationId, actor: actorOf(caller), role: caller.role, requestId, creationId };
};

/** The questionnaire service's calls: messages in, use case, messages out. */
export function questionnaireService(useCases: QuestionnaireUseCases): RpcService {
  const { intake, replacing, waiting, reader, search, lifecycle, questions, account, tags, erasure, correcting } =
    useCases;
  const { orderedQuestionnaires, forms } = useCases;
  const handlers = {
    uploadFile(messages: AsyncIterable<pb.UploadFileRequest>, context: CallContext): Promise<pb.UploadReply> {
      const by = { ...callOf(context), signal: context.signal };
      return receiveFile<pb.UploadFields, pb.UploadReply>(messages, async (file, done) => {
        const stored = await intake.file(by, {
          ...file,
          fields: () => toIntakeFields(done()),
          creationId: () => done().creationId,
        });
        const same = await orderedQuestionnaires.sameFile(by.organizationId, stored);
        return { questionnaireId: stored._id, message: MESSAGE, sameFileAs: same && toSameFile(same) };
      });
    },

    async replaceFile(messages: AsyncIterable<pb.ReplaceFileRequest>, context: CallContext): Promise<pb.Overview> {
      const by = { ...callOf(context), signal: context.signal };
      return receiveFile<pb.ReplaceFields, pb.Overview>(messages, async (file, done) => {
        await replacing.file(by, { ...file, target: done });
        return toOverview(await reader.overview(by.organizationId, done().id));
      });
    },

    async uploadText(
      { textContent, sourceType, fields }: pb.UploadTextRequest,
      context: CallContext,
    ): Promise<pb.UploadReply> {
      const by = { ...callOf(context), signal: context.signal };
      const stored = await intake.text(by, textContent, sourceType, toIntakeFields(fields), fields?.creationId);
      return { questionnaireId: stored._id, message: MESSAGE, sameFileAs: undefined };
    },

    async takeForm(request: pb.TakeFormRequest, context: CallContext): Promise<pb.TakeFormReply> {
      return forms.take({ ...callOf(context), signal: context.signal }, request);
    },

    async listQuestionnaires(
      { limit, offset, options }: pb.ListQuestionnairesRequest,
      context: CallContext,
    ): Promise<pb.ListQuestionnairesReply> {
      const { items, total, shouldPoll } = await reader.list(callOf(context).organizationId, toListOptions(options), {
        limit,
        offset,
      });
      return { questionnaires: items.map(toItem), pagination: { total, limit, offset }, shouldPoll };
    },

    async searchQuestionnaires(
      { query, limit, offset, options }: pb.SearchQuestionnairesRequest,
      context: CallContext,
    ): Promise<pb.SearchQuestionnairesReply> {
      const { organizationId } = callOf(context);
      const [{ hits, total }, shouldPoll] = await Promise.all([
        search.run(organizationId, query, toListOptions(options), { limit, offset }),
        reader.anyProcessing(organizationId),
      ]);
      const listed = await reader.listed(
        organizationId,
        hits.map((hit) => hit.questionnaire),
      );
      const items = hits.map((hit, i): pb.SearchItem => {
        const item = listed[i];
        if (!item) throw notFound('questionnaire');
        return {
          questionnaire: toItem(item),
          matchedQuestionsTotal: hit.matchedTotal,
          matchedQuestions: hit.matched.map(({ question, matchedIn, highlights }) => ({
            id: question._id,
            sheetId: question.sheetId,
            text: question.text,
            answer: question.answer,
            matchedIn,
            highlights,
          })),
        };
      });
      return { items, pagination: { total, limit, offset }, shouldPoll };
    },

    async getWaiting(request: pb.GetWaitingRequest, context: CallContext): Promise<pb.GetWaitingReply> {
      return toWaiting(await waiting.of(callOf(context).organizationId, request));
    },

    async getOverview({ id }: pb.GetOverviewRequest, context: CallContext): Promise<pb.Overview> {
      return toOverview(await reader.overview(callOf(context).organizationId, id));
    },

    async getExtraction(request: pb.GetExtractionRequest, context: CallContext): Promise<pb.GetExtractionReply> {
      const { organizationId } = callOf(context);
      const { coverage } = await reader.get(organizationId, request.id);
      const { limit, offset } = request;
      const { total, entries } = await account.page(organizationId, request.id, {
        limit,
        offset,
        ...(request.class === '' ? {} : { class: request.class as AccountClass }),
        ...(request.sheetId === '' ? {} : { sheetId: request.sheetId }),
      });
      return {
        coverage,
        pagination: { total, limit, offset },
        entries: entries.map(({ sheetId, entry }) => ({ ...entry, sheetId, location: toPlace(entry.location) })),
      };
    },

    async getExtractionLayout(
      { id }: pb.GetExtractionLayoutRequest,
      context: CallContext,
    ): Promise<pb.GetExtractionLayoutReply> {
      return { areas: (await correcting.layout(callOf(context).organizationId, id)).map(toArea) };
    },

    async getCorrections({ id }: pb.GetCorrectionsRequest, context: CallContext): Promise<pb.GetCorrectionsReply> {
      return toInForce(await correcting.inForce(callOf(context).organizationId, id));
    },

    async correctExtraction(
      { id, corrections, ...wish }: pb.CorrectExtractionRequest,
      context: CallContext,
    ): Promise<pb.CorrectExtractionReply> {
      const wished = { ...wish, corrections: fromCorrections(corrections) };
      return toDifference(await correcting.correct(callOf(context), id, wished));
    },

    async forgetCorrections(
      { id }: pb.ForgetCorrectionsRequest,
      context: CallContext,
    ): Promise<pb.ForgetCorrectionsReply> {
      return { forgotten: await correcting.forget(callOf(context).organizationId, id) };
    },

    async listQuestions(request: pb.ListQuestionsRequest, context: CallContext): Promise<pb.ListQuestionsReply> {
      const { organizationId } = callOf(context);
      await reader.get(organizationId, request.id);
      const { limit, offset, sort } = request;
      const assigneeIds = request.assignee === '' ? request.assigneeIds : [request.assignee, ...request.assigneeIds];
      const filter = {
        ...(request.sheetId === '' ? {} : { sheetId: request.sheetId }),
        ...(request.status === '' ? {} : { status: request.status as AnswerStatus }),
        ...(assigneeIds.length === 0 ? {} : { assigneeIds }),
      };
      const [page, total] = await Promise.all([
        questions.list(organizationId, request.id, filter, { limit, offset, byDependents: sort === 'dependents' }),
        questions.count(organizationId, request.id, filter),
      ]);
      return { questions: page.map(toQuestion), pagination: { total, limit, offset } };
    },

    async getQuestion({ id, questionId }: pb.GetQuestionRequest, context: CallContext): Promise<pb.Question> {
      const { organizationId } = callOf(context);
      await reader.get(organizationId, id);
      const question = await questions.get(organizationId, id, questionId);
      if (!question) throw notFound('question');
      return toQuestion(question);
    },

    async retryQuestionnaire({ id }: pb.RetryQuestionnaireRequest, context: CallContext): Promise<pb.Overview> {
      const by = callOf(context);
      await lifecycle.retry(by, id);
      return toOverview(await reader.overview(by.organizationId, id));
    },

    async deleteQuestionnaire({ id }: pb.DeleteQuestionnaireRequest, context: CallContext): Promise<pb.DeleteReply> {
      await lifecycle.remove(callOf(context), id);
      return { id };
    },

    async listTags({ status, offset }: pb.ListTagsRequest, context: CallContext): Promise<pb.ListTagsReply> {
      const statuses: TagStatus[] = status === '' ? ['ACTIVE', 'DRAFT'] : [status as TagStatus];
      const list = await tags.list(callOf(context).organizationId, statuses, offset);
      return { tags: list.tags.map(toTag), total: list.total };
    },

    async createTag({ name, description }: pb.CreateTagRequest, context: CallContext): Promise<pb.Tag> {
      return toTag(await tags.create(callOf(context).organizationId, name, description));
    },

    async updateTag({ id, name, description, status }: pb.UpdateTagRequest, context: CallContext): Promise<pb.Tag> {
      const change = {
        ...(name === undefined ? {} : { name }),
        ...(description === undefined ? {} : { description }),
        ...(status === undefined ? {} : { status: status as TagStatus }),
      };
      return toTag(await tags.update(callOf(context).organizationId, id, change));
    },

    async deleteTag({ id }: pb.DeleteTagRequest, context: CallContext): Promise<pb.DeleteReply> {
      await tags.remove(callOf(context).organizationId, id);
      return { id };
    },

    async eraseOrganization(
      { organizationId }: pb.EraseOrganizationRequest,
      context: CallContext,
    ): Promise<pb.EraseOrganizationReply> {
      const caller = requireCaller(context.caller);
      if (caller.role !== 'ADMIN') throw new AppError('forbidden', 'admin_required', 'This needs the ADMIN role.');
      if (organizationId === '') throw new AppError('internal', 'organization_missing', 'The call names none.');
      await erasure.erase(organizationId);
      return {};
    },
  };
  return {
    definition: QuestionnaireServiceService,
    handlers: handlers satisfies Record<keyof QuestionnaireServiceServer, unknown>,
  };
}
