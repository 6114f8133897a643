import { pingMongo, type Clock, type ComposedService, type Logger } from '@candor/runtime';
import type { Db } from 'mongodb';
import { trustPortalService } from './grpc/trust-portal-service.js';
import { UpdateStore } from './store/updates.js';

export interface TrustPortalOptions {
  db: Db;
  clock: Clock;
  logger: Logger;
}

export async function composeTrustPortal({ db }: TrustPortalOptions): Promise<ComposedService> {
  const updates = new UpdateStore(db);
  await updates.ensureIndexes();
  return {
    name: 'trust-portal',
    rpc: [trustPortalService(updates)],
    dependencies: [{ name: 'trust portal database', check: () => pingMongo(db) }],
    start: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

export { composeTrustPortal as compose };
