import {
  databaseDependencies,
  DEFAULT_TIME_ZONE,
  measureOpenWork,
  migrate,
  noMeter,
  Repeater,
  type Bus,
  type Clock,
  type ComposedService,
  type Logger,
  type Meter,
  type OpenWork,
  type PublishEvents,
} from '@candor/runtime';
import type { Db } from 'mongodb';
import { Backtests } from './backtest/backtests.js';
import { BacktestExports } from './backtest/exporting.js';
import { OrganizationBands } from './calibration/bands.js';
import { Calibrations } from './calibration/calibrations.js';
import { consumeAll } from './consuming.js';
import { Correcting } from './corrections/correcting.js';
import { Erasure } from './erasure/erasure.js';
import { ExpiryReminders } from './events/expiring.js';
import { Announcing } from './events/announcing.js';
import { Asking } from './events/asking.js';
import { Reminding, type TimeZoneOf } from './events/reminding.js';
import { askedService } from './grpc/asked-service.js';
import { backtestService } from './grpc/backtest-service.js';
import { documentVersionService } from './grpc/document-version-service.js';
import { calibrationService } from './grpc/calibration-service.js';
import { topicService } from './grpc/topic-service.js';
import { interviewService } from './grpc/interview-service.js';
import { knowledgeService } from './grpc/knowledge-service.js';
import { ledgerService } from './grpc/ledger-service.js';
import { questionnaireService } from './grpc/questionnaire-service.js';
import { reviewService } from './grpc/review-service.js';
import { TakingForms } from './forms/take-form.js';
import type { FactEvidence } from './interview/fact-evidence.js';
import { FactTelling } from './interview/fact-telling.js';
import { interviewParts } from './interview/parts.js';
import { Replacing } from './intake/replacing.js';
import { Intake } from './intake/upload.js';
import { Sweeper } from './jobs/sweeper.js';
import { UpcomingVersions } from './knowledge/upcoming.js';
import { Following } from './ledger/following.js';
import { ClaimJudging } from './ledger/judging.js';
import { Ledger } from './ledger/ledger.js';
import { ClaimTaking } from './ledger/taking.js';
import { AffectedAnswers } from './knowledge/affected-answers.js';
import { Answering } from './knowledge/answering.js';
import { Ask } from './knowledge/ask.js';
import { AskPublished } from './knowledge/ask-published.js';
import { KnowledgeDocuments } from './knowledge/documents.js';
import { versionCases } from './knowledge/versions/version-cases.js';
import { LibraryImport } from './knowledge/import.js';
import { Library } from './knowledge/library.js';
import { refusalObserver, stageObserver } from './measures.js';
import { AnswerAgain } from './review/answer-again.js';
import { Asked } from './review/asked.js';
import { Lifecycle } from './review/lifecycle.js';
import { Listing } from './review/listing.js';
import { QuestionnaireReader } from './review/overview.js';
import { QuestionWriter } from './review/questions-writer.js';
import { Statistics } from './review/statistics.js';
import { Waiting } from './review/waiting.js';
import { Search } from './search/search.js';
import { TopicRouting } from './topics/routing.js';
import { TopicRules } from './topics/topic-rules.js';
import { migrations } from './store/migrations.js';
import { openReviewStores, type ReviewStores } from './store/review-stores.js';
import type { VersionBounds } from './store/document-versions.js';
import { PublishedLibrary } from './store/published-library.js';
import { openStores, type Stores } from './store/stores.js';
import type { Workers } from './workers.js';

export interface QuestionnaireOptions {
  db: Db;
  bus: Bus;
  clock: Clock;
  logger: Logger;
  /** Where it measures; absent: nowhere. */
  meter?: Meter;
  /** Threads that read documents and answer questions. */
  workers: Workers;
  maxUploadBytes: number;
  /** Questionnaires of one organization that may be under way; default 1,000. */
  maxPending?: number;
  /** How much text of replaced versions a document keeps; default 20 versions and 50 MB. */
  keptVersions?: VersionBounds;
  /** Where files are kept, beside a database that is this machine's own; it exists. Without it they are kept in GridFS. */
  filesDirectory?: string | undefined;
  /** The only process on this database: leases found at start are those of a dead one. */
  alone: boolean;
  /** Whether this process takes jobs, or serves calls only. */
  works: boolean;
  /** Who is told how questionnaires move; without it nobody is. */
  publish?: PublishEvents;
  /** In whose days what is due is counted; UTC for all when absent. */
  timeZoneOf?: TimeZoneOf;
}

/** How often to look for what is to be told to others, and for what is to be forgotten. */
const ANNOUNCE_EVERY_MS = 1000;
const FORGET_EVERY_MS = 10_000;
/** How often to look for what customers were told, and for evidence that changed. */
const LEDGER_EVERY_MS = 1000;
/** How often to look for answers of interviews that are to become evidence. */
const INTERVIEW_EVERY_MS = 1000;
/** How often to look for what is due or expires soon. */
const REMIND_EVERY_MS = 60_000;
const MOST_PENDING = 1000;

/** Builds the questionnaire service from its parts. The only place that does. */
export async function composeQuestionnaire(options: QuestionnaireOptions): Promise<ComposedService> {
  const { db, bus, clock, workers, maxUploadBytes, maxPending = MOST_PENDING, logger, filesDirectory } = options;
  const meter = options.meter ?? noMeter;
  await migrate(db, migrations(clock), { clock, logger });
  const opened = await openStores(db, clock, { observe: stageObserver(meter), filesDirectory });
  const stores = { ...opened, ...(await openReviewStores(db, clock, opened)) };
  const publishedLibrary = new PublishedLibrary(db);
  const routing = new TopicRouting(stores.topicRules, stores.library, publishedLibrary, clock);
  const bands = new OrganizationBands(stores.calibrations, clock);
  const answering = new Answering(workers.answering, stores.revisions, clock, routing, bands);
  const statistics = new Statistics(stores.questionnaires, stores.questions);
  const listing = new Listing(stores.foundQuestionnaires, stores.orderedQuestionnaires, statistics, stores.tags);
  const reader = new QuestionnaireReader(
    stores.questionnaires,
    stores.questions,
    stores.tags,
    stores.logs,
    statistics,
    stores.revisions,
    listing,
    stores.calibrations,
    workers.rewriting !== undefined,
  );
  const asked = new Asked({ ...stores, writer: new QuestionWriter(stores), clock });
  const library = new Library(stores.library, clock, (organizationId, answers) =>
    answering.contradictions(organizationId, answers, 'person'),
  );
  const published = new AskPublished(answering, stores.revisions, publishedLibrary, clock);
  const forget = async (organizationId: string): Promise<void> => {
    await workers.answering.forget(organizationId);
    await published.forget(organizationId);
    bands.forget(organizationId);
    for (const name of routing.forgotten(organizationId)) await workers.answering.forget(name);
  };
  const erasure = new Erasure(stores.erasures, forget, clock);
  const sweeper = new Sweeper({ ...stores, erasure, bus, clock, logger });
  const intake = new Intake({ ...stores, bus, clock, maxUploadBytes, maxPending, onRefused: refusalObserver(meter) });
  // The calls' processes would only show the same again.
  if (options.works) measureOpenWork(meter, () => openWork(stores, clock));
  const backtests = new Backtests({ ...stores, bands, bus, clock });
  const judging = new ClaimJudging({ ...stores, answering, clock });
  const { knowledgeDocuments, files, revisions } = stores;
  const documents = new KnowledgeDocuments(knowledgeDocuments, files, revisions, bus, clock, maxUploadBytes);
  const again = new AnswerAgain({ ...stores, bus, clock });
  const known = { ...stores, workers: workers.answering, answering, routing, documents, again };
  const inquiry = interviewParts({ ...known, bands, bus, clock });
  const repeated = repeatersOf(options, stores, erasure, { judging, evidence: inquiry.evidence });
  return {
    name: 'questionnaire',
    rpc: [
      questionnaireService({
        reader,
        intake,
        forms: new TakingForms({ ...stores, intake, bus, clock }),
        replacing: new Replacing({ ...stores, bus, clock, maxUploadBytes }),
        waiting: new Waiting(listing, reader, stores.questions, stores.exports, asked),
        search: new Search(stores.foundQuestionnaires, stores.questions, stores.searchBlocks, stores.tags, listing),
        lifecycle: new Lifecycle(stores.questionnaires, bus, clock),
        erasure,
        correcting: new Correcting({ ...stores, reading: workers.reading, bus, clock }),
        ...stores,
      }),
      knowledgeService({
        documents,
        affected: new AffectedAnswers({ ...stores, again, clock }),
        library,
        libraryImport: new LibraryImport(library, workers.reading, maxUploadBytes),
        ask: new Ask(answering, stores.revisions),
        published,
      }),
      reviewService({
        ...stores,
        reader,
        answering,
        writing: workers.writing,
        rewriting: workers.rewriting,
        bus,
        clock,
      }),
      documentVersionService(versionCases(stores)),
      askedService(asked),
      ledgerService(new Ledger({ ...stores, clock })),
      backtestService(backtests, new BacktestExports({ ...stores, cases: backtests })),
      calibrationService(new Calibrations({ ...stores, bands, clock })),
      topicService(new TopicRules({ ...stores, clock })),
      interviewService(inquiry),
    ],
    dependencies: [...databaseDependencies('mongodb', { db, logger }), { name: 'bus', check: () => bus.reachable() }],
    async start() {
      for (const one of repeated) one.start();
      if (!options.works) return;
      if (options.alone) {
        for (const store of withWork(stores)) await store.work.reclaimAll();
      }
      await consumeAll(options, stores, { answering, judging, bands, standardSet: inquiry.stage });
      sweeper.start();
    },
    async close() {
      await Promise.all(repeated.map((one) => one.stop()));
      await sweeper.stop();
      await workers.close();
    },
  };
}

/** All collections that carry work. */
const withWork = ({ questionnaires, batches, backtests, knowledgeDocuments, standardSet }: Stores) => [
  ...[questionnaires, batches, backtests, knowledgeDocuments, standardSet],
];

/** What is to be done in them. */
async function openWork(stores: Stores, clock: Clock): Promise<OpenWork[]> {
  const open = withWork(stores).map(({ work }) => work.open());
  return (await Promise.all(open))
    .flat()
    .map(({ job, count, since }) => ({ job, count, oldestMs: clock.now() - since }));
}

/** Every process forgets what is erased; those that take jobs tell how questionnaires move. */
function repeatersOf(
  { publish, works, logger, clock, bus, timeZoneOf = () => Promise.resolve(DEFAULT_TIME_ZONE) }: QuestionnaireOptions,
  stores: Stores & ReviewStores,
  erasure: Erasure,
  { judging, evidence }: { judging: ClaimJudging; evidence: FactEvidence },
): Repeater[] {
  const failed = (error: unknown): void => logger.warn({ err: error }, 'could not be done now; it is done again');
  const forgetting = new Repeater(FORGET_EVERY_MS, () => erasure.forgetAll(), failed);
  if (!works) return [forgetting];
  const taking = new ClaimTaking({ ...stores, clock });
  const following = new Following({ ...stores, taking, judging, clock });
  const upcoming = new UpcomingVersions({ ...stores, bus, clock });
  const unasked = [
    forgetting,
    new Repeater(LEDGER_EVERY_MS, () => following.round(), failed),
    new Repeater(LEDGER_EVERY_MS, () => upcoming.round(), failed),
    new Repeater(INTERVIEW_EVERY_MS, () => evidence.round(), failed),
  ];
  if (!publish) return unasked;
  const announcing = new Announcing(stores.questionnaires, publish);
  const asking = new Asking(stores, publish);
  const telling = new FactTelling(stores.interviews, publish);
  const reminding = new Reminding(stores, publish, clock, timeZoneOf);
  const expiring = new ExpiryReminders(stores.library, stores.knowledgeDocuments, publish, clock);
  return [
    ...unasked,
    new Repeater(ANNOUNCE_EVERY_MS, () => announcing.round(), failed),
    new Repeater(ANNOUNCE_EVERY_MS, () => asking.round(), failed),
    new Repeater(ANNOUNCE_EVERY_MS, () => telling.round(), failed),
    new Repeater(REMIND_EVERY_MS, () => reminding.round(), failed),
    new Repeater(REMIND_EVERY_MS, () => expiring.round(), failed),
  ];
}
