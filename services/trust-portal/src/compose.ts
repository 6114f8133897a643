import { pingMongo, type Clock, type ComposedService, type Logger } from '@candor/runtime';
import type { Db } from 'mongodb';
import { Categories } from './categories.js';
import { subscriberService } from './grpc/subscriber-service.js';
import { trustPortalService } from './grpc/trust-portal-service.js';
import { CategoryStore } from './store/categories.js';
import { DeliveryStore } from './store/deliveries.js';
import { Erasure } from './store/erasure.js';
import { SubscriberStore } from './store/subscribers.js';
import { UpdateStore } from './store/updates.js';
import { Subscribers } from './subscribers.js';
import { Updates } from './updates.js';

export interface TrustPortalOptions {
  db: Db;
  clock: Clock;
  logger: Logger;
}

export async function composeTrustPortal({ db, clock }: TrustPortalOptions): Promise<ComposedService> {
  const stores = {
    updates: new UpdateStore(db),
    categories: new CategoryStore(db),
    subscribers: new SubscriberStore(db),
    deliveries: new DeliveryStore(db),
  };
  for (const store of Object.values(stores)) await store.ensureIndexes();
  const editing = new Updates({ ...stores, clock, onDue: () => undefined });
  const categorizing = new Categories({ ...stores, editing, clock });
  const subscribing = new Subscribers({ ...stores, clock });
  const messageIdOf = (deliveryId: string): string => `<${deliveryId}@candor.invalid>`;
  const erasure = new Erasure(db);
  return {
    name: 'trust-portal',
    rpc: [
      trustPortalService({ ...stores, editing, categorizing, erasure, messageIdOf }),
      subscriberService(subscribing, stores.subscribers, { ...stores, clock }),
    ],
    dependencies: [{ name: 'trust portal database', check: () => pingMongo(db) }],
    start: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

export { composeTrustPortal as compose };
