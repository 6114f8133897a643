import {
  QuestionnaireServiceClient,
  QuestionnaireServiceService,
  type ListQuestionsRequest,
  type ReplaceFileRequest,
  type UploadFields,
  type UploadFileRequest,
  type UploadReply,
} from '@candor/proto/candor/questionnaire/v1/questionnaire';
import { RpcClient, type CallFor } from '@candor/runtime';
import type { ExtractionAccount, Question, QuestionList } from '../routes/questionnaires/question.js';
import type { ListOptions } from '../routes/questionnaires/list-options.js';
import type { Overview, QuestionnaireList, SearchResult, UploadReceipt } from '../routes/questionnaires/resource.js';
import type { FormPage, TakenForm } from '../routes/questionnaires/take-form.js';
import type { WaitingWork } from '../routes/questionnaires/waiting-work.js';
import type { Deleted } from '../routes/schemas.js';
import type { Tag } from '../routes/tags/resource.js';
import {
  extractionJson,
  itemJson,
  overviewJson,
  totalOf,
  questionJson,
  searchItemJson,
  tagJson,
  waitingJson,
} from './questionnaire-json.js';
import { formMessage, takenFormJson } from './questionnaire-form.js';
import { sharedRead } from './shared-read.js';
import { FileUpload, UPLOAD_DEADLINE_MS } from './upload.js';
import { wholeList, wholePage } from './whole-page.js';

/** What is known of a questionnaire when it is uploaded; undefined is not given. */
export interface QuestionnaireFields {
  companyName: string | undefined;
  /** Exact decimal as text. */
  dealValue: string | undefined;
  deadline: string | undefined;
  instructions: string | undefined;
  /** Ask hidden sheets, rows and columns too. */
  includeHidden: boolean;
  tagIds: string[];
  assignees: { id: string; type: 'USER' | 'GROUP' }[];
}

interface Page {
  limit: number;
  offset: number;
}

type ListedPage = Page & { options: ListOptions };

/** Users and groups, the calling person ('' for nobody), and whether this person may approve. */
export interface WaitsFor {
  assigneeIds: string[];
  userId: string;
  mayApprove: boolean;
}

export type QuestionnaireUpload = FileUpload<UploadFileRequest, QuestionnaireFields, UploadReceipt>;

/** Questionnaires, their questions and tags, as the API shows them. Failures are `AppError`s of the service. */
export class QuestionnaireClient {
  private readonly rpc: RpcClient<QuestionnaireServiceClient>;

  constructor(address: string, token: string) {
    this.rpc = new RpcClient(QuestionnaireServiceClient, address, token);
  }

  uploadFile(from: CallFor): QuestionnaireUpload {
    return new FileUpload<UploadFileRequest, QuestionnaireFields, UploadReceipt>(
      () => {
        const { stream, reply } = this.rpc.clientStream(QuestionnaireServiceService.uploadFile, {
          ...from,
          deadlineMs: UPLOAD_DEADLINE_MS,
        });
        return { stream, reply: reply.then(receiptJson) };
      },
      {
        file: (value) => ({ part: { $case: 'file', value } }),
        chunk: (value) => ({ part: { $case: 'chunk', value } }),
        // By now it is known which call this is; when the file was opened, it was not.
        done: (fields) => ({ part: { $case: 'done', value: fieldsMessage(fields, from.creationId) } }),
      },
      QuestionnaireServiceService.uploadFile.requestSerialize,
    );
  }

  /** Another file for a questionnaire whose own could not be read. */
  replaceFile(from: CallFor, id: string): FileUpload<ReplaceFileRequest, undefined, Overview> {
    return new FileUpload<ReplaceFileRequest, undefined, Overview>(
      () => {
        const { stream, reply } = this.rpc.clientStream(QuestionnaireServiceService.replaceFile, {
          ...from,
          deadlineMs: UPLOAD_DEADLINE_MS,
        });
        return { stream, reply: reply.then(overviewJson) };
      },
      {
        file: (value) => ({ part: { $case: 'file', value } }),
        chunk: (value) => ({ part: { $case: 'chunk', value } }),
        done: () => ({ part: { $case: 'done', value: { id, creationId: from.creationId ?? '' } } }),
      },
      QuestionnaireServiceService.replaceFile.requestSerialize,
    );
  }

  async uploadText(
    from: CallFor,
    upload: { textContent: string; sourceType: string; fields: QuestionnaireFields },
  ): Promise<UploadReceipt> {
    const { textContent, sourceType, fields } = upload;
    const request = { textContent, sourceType, fields: fieldsMessage(fields, from.creationId) };
    return receiptJson(await this.rpc.unary(this.rpc.stub.uploadText, request, from));
  }

  /** A page of a web form; the same form continues its questionnaire. */
  async takeForm(from: CallFor, page: FormPage): Promise<TakenForm> {
    return takenFormJson(await this.rpc.unary(this.rpc.stub.takeForm, formMessage(page), from));
  }

  readonly list = sharedRead<ListedPage, QuestionnaireList>(async (from, { options, ...page }) => {
    const { items, pagination, reply } = await wholePage(page, async (part) => {
      const reply = await this.rpc.unary(this.rpc.stub.listQuestionnaires, { options, ...part }, from);
      return { items: reply.questionnaires, total: totalOf(reply), reply };
    });
    return {
      questionnaires: items.map(itemJson),
      pagination,
      should_poll: reply.shouldPoll,
    };
  });

  readonly search = sharedRead<ListedPage & { query: string }, SearchResult>(
    async (from, { query, options, ...page }) => {
      const { items, pagination, reply } = await wholePage(page, async (part) => {
        const reply = await this.rpc.unary(this.rpc.stub.searchQuestionnaires, { query, options, ...part }, from);
        return { items: reply.items, total: totalOf(reply), reply };
      });
      return {
        questionnaires: items.map(searchItemJson),
        pagination,
        should_poll: reply.shouldPoll,
      };
    },
  );

  readonly waiting = sharedRead<WaitsFor, WaitingWork>(async (from, waitsFor) =>
    waitingJson(await this.rpc.unary(this.rpc.stub.getWaiting, waitsFor, from)),
  );

  readonly overview = sharedRead<string, Overview>(async (from, id) =>
    overviewJson(await this.rpc.unary(this.rpc.stub.getOverview, { id }, from)),
  );

  async extraction(
    from: CallFor,
    { limit, offset, ...filter }: Page & { id: string; sheetId: string; class: string },
  ): Promise<ExtractionAccount> {
    const { items, pagination, reply } = await wholePage({ limit, offset }, async (part) => {
      const reply = await this.rpc.unary(this.rpc.stub.getExtraction, { ...filter, ...part }, from);
      return { items: reply.entries, total: totalOf(reply), reply };
    });
    return extractionJson({ ...reply, entries: [...items] }, pagination);
  }

  async questions(
    from: CallFor,
    {
      limit,
      offset,
      ...filter
    }: Page & Pick<ListQuestionsRequest, 'id' | 'sheetId' | 'status' | 'assigneeIds' | 'sort'>,
  ): Promise<QuestionList> {
    const { items, pagination } = await wholePage({ limit, offset }, async (part) => {
      const reply = await this.rpc.unary(this.rpc.stub.listQuestions, { ...filter, assignee: '', ...part }, from);
      return { items: reply.questions, total: totalOf(reply), reply };
    });
    return { questions: items.map(questionJson), pagination };
  }

  async question(from: CallFor, id: string, questionId: string): Promise<Question> {
    return questionJson(await this.rpc.unary(this.rpc.stub.getQuestion, { id, questionId }, from));
  }

  async retry(from: CallFor, id: string): Promise<Overview> {
    return overviewJson(await this.rpc.unary(this.rpc.stub.retryQuestionnaire, { id }, from));
  }

  async delete(from: CallFor, id: string): Promise<Deleted> {
    const reply = await this.rpc.unary(this.rpc.stub.deleteQuestionnaire, { id }, from);
    return { id: reply.id, deleted: true };
  }

  /** `status` '' shows active and suggested tags. */
  async tags(from: CallFor, status: string): Promise<Tag[]> {
    const all = await wholeList(async (offset) => {
      const { tags, total } = await this.rpc.unary(this.rpc.stub.listTags, { status, offset }, from);
      return { items: tags, total };
    });
    return all.map(tagJson);
  }

  async createTag(from: CallFor, tag: { name: string; description: string }): Promise<Tag> {
    return tagJson(await this.rpc.unary(this.rpc.stub.createTag, tag, from));
  }

  async updateTag(
    from: CallFor,
    change: { id: string; name?: string | undefined; description?: string | undefined; status?: string | undefined },
  ): Promise<Tag> {
    return tagJson(await this.rpc.unary(this.rpc.stub.updateTag, change, from));
  }

  async deleteTag(from: CallFor, id: string): Promise<Deleted> {
    const reply = await this.rpc.unary(this.rpc.stub.deleteTag, { id }, from);
    return { id: reply.id, deleted: true };
  }

  /** Everything of a closed organization. */
  async erase(from: CallFor, organizationId: string): Promise<void> {
    await this.rpc.unary(this.rpc.stub.eraseOrganization, { organizationId }, from);
  }

  reachable(timeoutMs: number): Promise<boolean> {
    return this.rpc.reachable(timeoutMs);
  }

  close(): void {
    this.rpc.close();
  }
}

const fieldsMessage = (fields: QuestionnaireFields, creationId = ''): UploadFields => ({
  creationId,
  companyName: fields.companyName ?? '',
  dealValue: fields.dealValue ?? '',
  deadline: fields.deadline ?? '',
  instructions: fields.instructions ?? '',
  includeHidden: fields.includeHidden,
  tagIds: fields.tagIds,
  assignees: fields.assignees,
});

const receiptJson = ({ questionnaireId, message, sameFileAs }: UploadReply): UploadReceipt => ({
  questionnaire_id: questionnaireId,
  message,
  ...(sameFileAs && {
    same_file_as: {
      questionnaire_id: sameFileAs.questionnaireId,
      title: sameFileAs.title,
      created_at: sameFileAs.createdAt,
    },
  }),
});
