import { ReviewServiceClient } from '@candor/proto/candor/questionnaire/v1/review';
import type { Question } from '@candor/proto/candor/questionnaire/v1/questionnaire';
import type { EditQuestionRequest, ExportFile } from '@candor/proto/candor/questionnaire/v1/review';
import { RpcClient, silentLogger, startRpcServer, systemClock } from '@candor/runtime';
import type { DraftingOptions } from '../answering/engine-config.js';
import { DEFAULT_READ_LIMITS } from '../documents/source.js';
import { ExportPool } from '../export/pool/export-pool.js';
import { reviewService } from '../grpc/review-service.js';
import { Answering } from '../knowledge/answering.js';
import type { TestService } from '../questionnaire.fixture.js';
import { openReviewStores, type ReviewStores } from '../store/review-stores.js';
import { openStores, type Stores } from '../store/stores.js';
import { startWorkers } from '../workers.js';
import { QuestionnaireReader } from './overview.js';
import { Listing } from './listing.js';
import { Statistics } from './statistics.js';

const TOKEN = 'token between services';

/** The review service on the database of a running test service, as a second replica would serve it. */
export class TestReview {
  constructor(
    private readonly service: TestService,
    readonly client: RpcClient<ReviewServiceClient>,
    readonly stores: Stores & ReviewStores,
    readonly close: () => Promise<void>,
  ) {}

  edit(
    organizationId: string,
    request: Partial<EditQuestionRequest> & { id: string; questionId: string },
  ): Promise<Question> {
    const edit = { keepInLibrary: false, ...request };
    return this.client.unary(this.client.stub.editQuestion, edit, this.service.in(organizationId));
  }

  approve(organizationId: string, id: string, questionId: string, expectedVersion?: number): Promise<Question> {
    const request = { id, questionId, expectedVersion, approversOnly: false };
    return this.client.unary(this.client.stub.approveQuestion, request, this.service.in(organizationId));
  }

  complete(organizationId: string, id: string, options: { force?: boolean; syncToLibrary?: boolean } = {}) {
    const request = { id, force: options.force ?? false, syncToLibrary: options.syncToLibrary, approversOnly: false };
    return this.client.unary(this.client.stub.completeQuestionnaire, request, this.service.in(organizationId));
  }

  /** A prepared file, read to its end in small pieces. */
  async download(organizationId: string, file: ExportFile): Promise<Buffer> {
    const pieces: Uint8Array[] = [];
    for (let offset = 0; offset < file.size;) {
      const request = { exportId: file.exportId, offset, length: 10_000 };
      const { content } = await this.client.unary(
        this.client.stub.readExport,
        request,
        this.service.in(organizationId),
      );
      if (content.length === 0) break;
      pieces.push(content);
      offset += content.length;
    }
    return Buffer.concat(pieces);
  }

  async export(organizationId: string, id: string, format = 'original'): Promise<{ file: ExportFile; bytes: Buffer }> {
    const call = this.service.in(organizationId);
    const file = await this.client.unary(this.client.stub.prepareExport, { id, format }, call);
    return { file, bytes: await this.download(organizationId, file) };
  }

  async receipt(organizationId: string, id: string): Promise<Buffer> {
    const call = this.service.in(organizationId);
    const file = await this.client.unary(this.client.stub.prepareReceipt, { id, format: 'original' }, call);
    return this.download(organizationId, file);
  }
}

export interface TestReviewOptions {
  /** An endpoint that rewrites answers; absent: the local engine alone. */
  drafting?: DraftingOptions;
  /** Threads that answer; absent: its own. */
  workers?: ReturnType<typeof startWorkers>;
}

export async function startTestReview(
  service: TestService,
  { workers: given, ...options }: TestReviewOptions = {},
): Promise<TestReview> {
  const opened = await openStores(service.db, systemClock);
  const stores = { ...opened, ...(await openReviewStores(service.db, systemClock, opened)) };
  const workers = given ?? startWorkers({ threads: 1, readOnce: true, ...options });
  const writing = new ExportPool({ threads: 1, limits: DEFAULT_READ_LIMITS });
  const statistics = new Statistics(stores.questionnaires, stores.questions);
  const { questionnaires, questions, tags, logs, revisions } = stores;
  const listing = new Listing(stores.foundQuestionnaires, stores.orderedQuestionnaires, statistics, stores.tags);
  const reader = new QuestionnaireReader(
    questionnaires,
    questions,
    tags,
    logs,
    statistics,
    revisions,
    listing,
    stores.calibrations,
  );
  const answering = new Answering(workers.answering, stores.revisions, systemClock);
  const rpc = reviewService({
    ...stores,
    reader,
    answering,
    writing,
    rewriting: workers.rewriting,
    bus: service.bus,
    clock: systemClock,
  });
  const server = await startRpcServer({
    services: [rpc],
    token: TOKEN,
    logger: silentLogger(),
    address: '127.0.0.1:0',
  });
  const client = new RpcClient(ReviewServiceClient, server.address, TOKEN);
  return new TestReview(service, client, stores, async () => {
    client.close();
    await server.close();
    await writing.close();
    await workers.close();
  });
}
