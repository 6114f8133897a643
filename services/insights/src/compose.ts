import {
  databaseDependencies,
  measureOpenWork,
  micros,
  migrate,
  noMeter,
  type Bus,
  type Clock,
  type ComposedService,
  type Logger,
  type Meter,
  type Migration,
} from '@candor/runtime';
import type { Db } from 'mongodb';
import { Asking } from './asking.js';
import type { Engine } from './clients/engine.js';
import type { People } from './clients/people.js';
import { ConversationLog } from './conversation-log.js';
import { insightsService } from './grpc/insights-service.js';
import { slackService } from './grpc/slack-service.js';
import { Intake } from './intake.js';
import { JOBS } from './jobs.js';
import { Recording } from './recording.js';
import { composeSlack, type SlackOptions } from './slack/compose.js';
import { ConversationStore } from './store/conversations.js';
import { IntakeStore } from './store/intake.js';
import { SpanStore } from './store/spans.js';
import { SystemScope } from './store/system-scope.js';

export interface InsightsOptions {
  db: Db;
  bus: Bus;
  /** Who answers what is asked. */
  engine: Engine;
  /** Organizations and their people. */
  people: People;
  slack: SlackOptions;
  /** No other replica works on this database: what a predecessor had in hand is taken up at the start. */
  alone?: boolean;
  clock: Clock;
  logger: Logger;
  /** Where it measures; absent: nowhere. */
  meter?: Meter;
}

/** What newer releases made of this service's data. Steps are only ever added. */
const MIGRATIONS: Migration[] = [];

export async function composeInsights(options: InsightsOptions): Promise<ComposedService> {
  const { db, bus, engine, clock, logger, meter = noMeter } = options;
  await migrate(db, MIGRATIONS, { clock, logger });
  const store = new ConversationStore(db);
  const spans = new SpanStore(db);
  const waiting = new IntakeStore(db);
  await Promise.all([store, spans, waiting].map((one) => one.ensureIndexes()));
  const system = new SystemScope(db);
  const log = new ConversationLog(store, spans, clock);
  const recording = new Recording(log, store, clock);
  const intake = new Intake({ store: waiting, system, log, bus, clock, logger });
  const asking = new Asking({ engine, intake, waiting, conversations: store, clock });
  const { people, alone = false } = options;
  const places = { db, bus, people, asking, conversations: store, waiting, clock, logger, alone };
  const slack = await composeSlack(places, options.slack);
  const { belongings, settings, taking } = slack;
  measureOpenWork(meter, async () => [
    ...(await system.openWork(micros(clock))),
    await slack.system.openWork(JOBS.slack.name, micros(clock)),
  ]);
  return {
    name: 'insights',
    rpc: [
      insightsService({ log, store, waiting, recording, asking, clock, belongings }),
      slackService({ connections: settings, taking }),
    ],
    dependencies: databaseDependencies('insights database', { db, logger }),
    start: async () => {
      await intake.start();
      await slack.start();
    },
    close: async () => {
      await slack.stop();
      await intake.stop();
    },
  };
}

export { composeInsights as compose };
