import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedMongo } from '@candor/embedded-mongo';
import { KnowledgeServiceClient } from '@candor/proto/candor/questionnaire/v1/knowledge';
import {
  QuestionnaireServiceClient,
  QuestionnaireServiceService,
  type Overview,
  type Question,
  type UploadFields,
  type UploadFileRequest,
  type UploadReply,
} from '@candor/proto/candor/questionnaire/v1/questionnaire';
import {
  connectMongo,
  InProcessBus,
  newId,
  RpcClient,
  silentLogger,
  startRpcServer,
  systemClock,
  type Caller,
  type InProcessBusOptions,
} from '@candor/runtime';
import type { Db } from 'mongodb';
import { composeQuestionnaire } from './compose.js';
import { startWorkers, type Workers } from './workers.js';

const TOKEN = 'token between services';

/** The whole service on a real database, reached over gRPC as the gateway reaches it. */
export class TestService {
  constructor(
    readonly db: Db,
    readonly bus: InProcessBus,
    readonly questionnaires: RpcClient<QuestionnaireServiceClient>,
    readonly knowledge: RpcClient<KnowledgeServiceClient>,
    readonly close: () => Promise<void>,
  ) {}

  /** A call made in an organization. */
  in(organizationId: string): { caller: Caller; requestId: string } {
    const requestId = newId();
    return { requestId, caller: { organizationId, keyId: newId(), role: 'ADMIN', scopes: [], ownerId: '', requestId } };
  }

  async uploadFile(
    organizationId: string,
    name: string,
    mimeType: string,
    bytes: Uint8Array,
    fields: Partial<UploadFields> = {},
  ): Promise<string> {
    return (await this.sentFile(organizationId, name, bytes, { mimeType, fields })).questionnaireId;
  }

  /** The same with all that is said of the upload. */
  sentFile(
    organizationId: string,
    name: string,
    bytes: Uint8Array,
    { mimeType = 'text/csv', fields = {} }: { mimeType?: string; fields?: Partial<UploadFields> } = {},
  ): Promise<UploadReply> {
    const { stream, reply } = this.questionnaires.clientStream(
      QuestionnaireServiceService.uploadFile,
      this.in(organizationId),
    );
    const send = (part: UploadFileRequest['part']): void => void stream.write({ part });
    send({ $case: 'file', value: { fileName: name, mimeType } });
    for (let at = 0; at < bytes.length; at += 64 * 1024)
      send({ $case: 'chunk', value: Buffer.from(bytes.subarray(at, at + 64 * 1024)) });
    send({ $case: 'done', value: uploadFields(fields) });
    stream.end();
    return reply;
  }

  async uploadCsv(organizationId: string, lines: string[], fields: Partial<UploadFields> = {}): Promise<string> {
    return this.uploadFile(organizationId, 'questions.csv', 'text/csv', Buffer.from(lines.join('\n')), fields);
  }

  async uploadText(organizationId: string, textContent: string, fields: Partial<UploadFields> = {}): Promise<string> {
    const request = { textContent, sourceType: '', fields: uploadFields(fields) };
    return (await this.questionnaires.unary(this.questionnaires.stub.uploadText, request, this.in(organizationId)))
      .questionnaireId;
  }

  overview(organizationId: string, id: string): Promise<Overview> {
    return this.questionnaires.unary(this.questionnaires.stub.getOverview, { id }, this.in(organizationId));
  }

  async untilProcessed(organizationId: string, id: string): Promise<Overview> {
    return until(
      () => this.overview(organizationId, id),
      (overview) => overview.questionnaire?.shouldPoll === false,
    );
  }

  async questionsOf(organizationId: string, id: string): Promise<Question[]> {
    const request = { id, sheetId: '', status: '', assignee: '', assigneeIds: [], sort: '', limit: 1000, offset: 0 };
    return (await this.questionnaires.unary(this.questionnaires.stub.listQuestions, request, this.in(organizationId)))
      .questions;
  }

  /** Adds an approved answer to the library. */
  async learn(
    organizationId: string,
    question: string,
    answer: string,
    more: { expiresAt?: string } = {},
  ): Promise<string> {
    const request = { question, answer, tags: [], status: '', reviewEveryDays: 0, ...more };
    return (await this.knowledge.unary(this.knowledge.stub.createAnswer, request, this.in(organizationId))).id;
  }

  async search(organizationId: string, query: string) {
    return this.questionnaires.unary(
      this.questionnaires.stub.searchQuestionnaires,
      { query, limit: 10, offset: 0 },
      this.in(organizationId),
    );
  }
}

export const uploadFields = (fields: Partial<UploadFields>): UploadFields => ({
  creationId: '',
  companyName: 'Northgate Bank',
  dealValue: '',
  deadline: '',
  instructions: '',
  includeHidden: false,
  tagIds: [],
  assignees: [],
  ...fields,
});

/** Polls until the condition holds, ever more slowly, so that asking costs the answer no time; fails after `patienceMs`. */
export async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean, patienceMs = 150_000): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (let pauseMs = 5; ; pauseMs = Math.min(60, pauseMs * 1.5)) {
    const value = await read();
    if (holds(value)) return value;
    if (Date.now() > deadline)
      throw new Error(`the condition did not come to hold; last seen: ${JSON.stringify(value).slice(0, 400)}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

export interface TestServiceOptions {
  mischief?: InProcessBusOptions['mischief'];
  maxUploadBytes?: number;
  /** Questionnaires under way at once. */
  maxPending?: number;
  /** In place of the real threads. */
  workers?: Workers;
}

/** Starts the service on a new database. */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-questionnaire-'));
  const database = await startEmbeddedMongo({ dataDir: folder });
  const mongo = await connectMongo(database.url, 'test');
  const logger = silentLogger();
  const bus = new InProcessBus({ logger, ...(options.mischief ? { mischief: options.mischief } : {}) });
  const service = await composeQuestionnaire({
    db: mongo.db('questionnaire'),
    bus,
    clock: systemClock,
    logger,
    workers: options.workers ?? startWorkers({ threads: 1, readOnce: true }),
    maxUploadBytes: options.maxUploadBytes ?? 10 * 1024 * 1024,
    ...(options.maxPending === undefined ? {} : { maxPending: options.maxPending }),
    alone: true,
    works: true,
  });
  await service.start();
  const server = await startRpcServer({ services: service.rpc, token: TOKEN, logger, address: '127.0.0.1:0' });
  const questionnaires = new RpcClient(QuestionnaireServiceClient, server.address, TOKEN);
  const knowledge = new RpcClient(KnowledgeServiceClient, server.address, TOKEN);
  return new TestService(mongo.db('questionnaire'), bus, questionnaires, knowledge, async () => {
    questionnaires.close();
    knowledge.close();
    await server.close();
    await bus.close();
    await service.close();
    await mongo.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });
}
