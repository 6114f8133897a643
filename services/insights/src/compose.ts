import { pingMongo, type Clock, type ComposedService, type Logger } from '@candor/runtime';
import type { Db } from 'mongodb';
import { ConversationLog } from './conversation-log.js';
import { insightsService } from './grpc/insights-service.js';
import { Recording } from './recording.js';
import { ConversationStore } from './store/conversations.js';
import { SpanStore } from './store/spans.js';

export interface InsightsOptions {
  db: Db;
  clock: Clock;
  logger: Logger;
}

export async function composeInsights({ db, clock }: InsightsOptions): Promise<ComposedService> {
  const store = new ConversationStore(db);
  const spans = new SpanStore(db);
  await Promise.all([store.ensureIndexes(), spans.ensureIndexes()]);
  const log = new ConversationLog(store, spans, clock);
  const recording = new Recording(log, store, clock);
  return {
    name: 'insights',
    rpc: [insightsService({ log, store, recording, clock })],
    dependencies: [{ name: 'insights database', check: () => pingMongo(db) }],
    start: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

export { composeInsights as compose };
