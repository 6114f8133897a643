import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId, systemClock, type ServiceEvent } from '@candor/runtime';
import { AccessRequestStore, type AccessRequest } from '../store/access-requests.js';
import { DocumentDownloadStore } from '../store/document-downloads.js';
import { NdaStore } from '../store/ndas.js';
import { PortalDocumentStore } from '../store/portal-documents.js';
import { PORTAL_MAILS, PortalMailStore } from '../store/portal-mails.js';
import { startInstallation, type Installation, type Replica } from '../trust-portal.fixture.js';
import { OwedWork } from './owed.js';

let installation: Installation;
let replica: Replica;

beforeAll(async () => {
  installation = await startInstallation();
  replica = await installation.replica({});
});
afterAll(() => installation.close());

const requestOf = (organizationId: string): AccessRequest => ({
  id: newId(),
  organizationId,
  name: 'Ann',
  email: 'ann@customer.example',
  company: 'Northgate',
  reason: 'Review',
  language: 'en',
  state: 'open',
  documentIds: [],
  grantedIds: [],
  createdAt: 1,
  confirmedAt: 1,
  decidedAt: undefined,
  decidedBy: '',
  note: '',
  expiresAt: undefined,
});

it('stores emails while nobody takes events, and what one request owes waits for no other', async () => {
  const { db } = replica;
  const requests = new AccessRequestStore(db);
  const organizationId = newId();
  const [first, second] = [requestOf(organizationId), requestOf(organizationId)];
  const event = { id: newId(), kind: 'requested' as const };
  await requests.insert(first, [event, { id: newId(), kind: 'approved' }]);
  await requests.insert(second, [{ id: newId(), kind: 'confirm' }]);
  const told: string[] = [];
  let reachable = false;
  const publish = (events: ServiceEvent[]): Promise<void> => {
    if (!reachable) return Promise.reject(new Error('out of reach'));
    told.push(...events.map(({ id }) => id));
    return Promise.resolve();
  };
  const stores = { documents: new PortalDocumentStore(db), mails: new PortalMailStore(db) };
  const others = { ndas: new NdaStore(db), downloads: new DocumentDownloadStore(db) };
  const owed = new OwedWork({ requests, ...stores, ...others, publish, clock: systemClock });
  await expect(owed.round(organizationId)).rejects.toThrow('out of reach');
  const mails = db.collection<{ kind: string; about: string }>(PORTAL_MAILS);
  const kindOf = async ({ id }: AccessRequest) => (await mails.find({ about: id }).toArray()).map(({ kind }) => kind);
  expect([await kindOf(first), await kindOf(second)]).toEqual([['approved'], ['confirm']]);
  reachable = true;
  await owed.round(organizationId);
  // The second one is for administrators.
  expect([told, await kindOf(first)]).toEqual([[event.id, expect.any(String)], ['approved']]);
});
