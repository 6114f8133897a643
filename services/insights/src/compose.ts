import {
  databaseDependencies,
  measureOpenWork,
  micros,
  migrate,
  noMeter,
  Sealing,
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
import { Recording } from './recording.js';
import { slackApi } from './slack/api.js';
import { SlackConnections } from './slack/connections.js';
import { ConversationStore } from './store/conversations.js';
import { IntakeStore } from './store/intake.js';
import { SlackConnectionStore } from './store/slack-connections.js';
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
  clock: Clock;
  logger: Logger;
  /** Where it measures; absent: nowhere. */
  meter?: Meter;
}

export interface SlackOptions {
  /** Where Slack's methods are, with a slash at the end. */
  apiUrl: string;
  /** What the secrets of workspaces are sealed with; undefined: none are kept. */
  sealingKey: string | undefined;
}

/** What newer releases made of this service's data. Steps are only ever added. */
const MIGRATIONS: Migration[] = [];

export async function composeInsights(options: InsightsOptions): Promise<ComposedService> {
  const { db, bus, engine, clock, logger, meter = noMeter } = options;
  await migrate(db, MIGRATIONS, { clock, logger });
  const store = new ConversationStore(db);
  const spans = new SpanStore(db);
  const waiting = new IntakeStore(db);
  const slackConnections = new SlackConnectionStore(db);
  await Promise.all([store, spans, waiting, slackConnections].map((one) => one.ensureIndexes()));
  const system = new SystemScope(db);
  measureOpenWork(meter, () => system.openWork(micros(clock)));
  const log = new ConversationLog(store, spans, clock);
  const recording = new Recording(log, store, clock);
  const intake = new Intake({ store: waiting, system, log, bus, clock, logger });
  const asking = new Asking({ engine, intake, waiting, conversations: store, clock });
  const { apiUrl, sealingKey } = options.slack;
  const connections = new SlackConnections({
    connections: slackConnections,
    people: options.people,
    open: slackApi({ url: apiUrl, clock, logger }),
    sealing: sealingKey === undefined ? undefined : new Sealing(sealingKey),
    clock,
  });
  return {
    name: 'insights',
    rpc: [
      insightsService({ log, store, waiting, recording, asking, clock, belongings: [slackConnections] }),
      slackService({ connections }),
    ],
    dependencies: databaseDependencies('insights database', { db, logger }),
    start: () => intake.start(),
    close: () => intake.stop(),
  };
}

export { composeInsights as compose };
