import { pingMongo, type Clock, type ComposedService, type Logger } from '@candor/runtime';
import type { Db } from 'mongodb';
import { insightsService } from './grpc/insights-service.js';
import { ConversationStore } from './store/conversations.js';

export interface InsightsOptions {
  db: Db;
  clock: Clock;
  logger: Logger;
}

export async function composeInsights({ db }: InsightsOptions): Promise<ComposedService> {
  const conversations = new ConversationStore(db);
  await conversations.ensureIndexes();
  return {
    name: 'insights',
    rpc: [insightsService(conversations)],
    dependencies: [{ name: 'insights database', check: () => pingMongo(db) }],
    start: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

export { composeInsights as compose };
