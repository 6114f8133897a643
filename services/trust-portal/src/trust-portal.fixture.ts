import { PortalFaqServiceClient, PortalFaqServiceService } from '@candor/proto/candor/trust_portal/v1/portal_faq';
import {
  PortalProfileServiceClient,
  PortalProfileServiceService,
} from '@candor/proto/candor/trust_portal/v1/portal_profile';
import {
  SubprocessorServiceClient,
  SubprocessorServiceService,
} from '@candor/proto/candor/trust_portal/v1/subprocessors';
import {
  PortalAccessServiceClient,
  PortalAccessServiceService,
} from '@candor/proto/candor/trust_portal/v1/portal_access';
import {
  PortalDocumentServiceClient,
  PortalDocumentServiceService,
  type PortalDocument,
} from '@candor/proto/candor/trust_portal/v1/portal_documents';
import {
  SubscriberServiceClient,
  SubscriberServiceService,
  type ImportSubscribersReply,
  type Subscriber,
  type SubscriberStatus,
} from '@candor/proto/candor/trust_portal/v1/subscribers';
import {
  TrustPortalServiceClient,
  TrustPortalServiceService,
  type CreateUpdateRequest,
  type Update,
} from '@candor/proto/candor/trust_portal/v1/trust_portal';
import {
  connectMongo,
  InProcessBus,
  RpcClient,
  silentLogger,
  startRpcServer,
  type CallFor,
  type Clock,
} from '@candor/runtime';
import { callsOf, installationOf, TOKEN, type Calls, type InstallationOf } from '@candor/runtime/service.fixture';
import type { Db } from 'mongodb';
import { composeTrustPortal, type ComposedTrustPortal, type TrustPortalOptions } from './compose.js';

export { adminCall } from '@candor/runtime/service.fixture';

/** One replica of the service, behind gRPC, with its own connection to the database. */
export interface Replica {
  db: Db;
  service: ComposedTrustPortal;
  portal: Calls<typeof TrustPortalServiceService>;
  subscribers: Calls<typeof SubscriberServiceService>;
  profile: Calls<typeof PortalProfileServiceService>;
  faq: Calls<typeof PortalFaqServiceService>;
  subprocessors: Calls<typeof SubprocessorServiceService>;
  documents: Calls<typeof PortalDocumentServiceService>;
  access: Calls<typeof PortalAccessServiceService>;
  addDocument(document: NewDocument, call: CallFor): Promise<PortalDocument>;
  addVersion(version: NewVersion, call: CallFor): Promise<PortalDocument>;
  importCsv(csv: string | Buffer[], status: SubscriberStatus, call: CallFor): Promise<ImportSubscribersReply>;
  start(): Promise<void>;
  close(): Promise<void>;
}

export interface NewDocument {
  title: string;
  visibility: string;
  fileName?: string;
  bytes: Uint8Array;
  validUntil?: string;
  description?: string;
  category?: string;
}
export interface NewVersion {
  id: string;
  tell: boolean;
  bytes: Uint8Array;
}

export type Installation = InstallationOf<Replica, Partial<TrustPortalOptions>>;

/** An embedded database of its own, with as many replicas of the service as a test wants. */
export const startInstallation = (): Promise<Installation> =>
  installationOf((url, clock, options) => startReplica(url, { clock, ...options }));

async function startReplica(url: string, options: Partial<TrustPortalOptions> & { clock: Clock }): Promise<Replica> {
  const client = await connectMongo(url, 'trust-portal-test');
  const db = client.db('candor_trust_portal');
  const logger = silentLogger();
  const service = await composeTrustPortal({ db, bus: new InProcessBus({ logger }), logger, ...options });
  const server = await startRpcServer({ services: service.rpc, token: TOKEN, logger, address: '127.0.0.1:0' });
  const portal = new RpcClient(TrustPortalServiceClient, server.address, TOKEN);
  const subscribers = new RpcClient(SubscriberServiceClient, server.address, TOKEN);
  const profile = new RpcClient(PortalProfileServiceClient, server.address, TOKEN);
  const faq = new RpcClient(PortalFaqServiceClient, server.address, TOKEN);
  const subprocessors = new RpcClient(SubprocessorServiceClient, server.address, TOKEN);
  const documents = new RpcClient(PortalDocumentServiceClient, server.address, TOKEN);
  const access = new RpcClient(PortalAccessServiceClient, server.address, TOKEN);
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    for (const one of [portal, subscribers, profile, faq, subprocessors, documents, access]) one.close();
    await server.close();
    await service.close();
    options.mail?.transport.close();
    await client.close();
  };
  return {
    db,
    service,
    portal: callsOf(TrustPortalServiceService, portal),
    subscribers: callsOf(SubscriberServiceService, subscribers),
    profile: callsOf(PortalProfileServiceService, profile),
    faq: callsOf(PortalFaqServiceService, faq),
    subprocessors: callsOf(SubprocessorServiceService, subprocessors),
    importCsv: (csv, status, call) => {
      const { stream, reply } = subscribers.clientStream(SubscriberServiceService.importSubscribers, call);
      stream.write({ part: { $case: 'start', value: { status } } });
      for (const value of typeof csv === 'string' ? [Buffer.from(csv)] : csv) {
        stream.write({ part: { $case: 'chunk', value } });
      }
      stream.end();
      return reply;
    },
    documents: callsOf(PortalDocumentServiceService, documents),
    access: callsOf(PortalAccessServiceService, access),
    addDocument: ({ fileName = 'report.pdf', bytes, ...given }, call) => {
      const { stream, reply } = documents.clientStream(PortalDocumentServiceService.addPortalDocument, call);
      stream.write({ part: { $case: 'file', value: { fileName, mimeType: '' } } });
      stream.write({ part: { $case: 'chunk', value: Buffer.from(bytes) } });
      const fields = { description: '', category: '', validUntil: '', ...given };
      stream.write({ part: { $case: 'done', value: fields } });
      stream.end();
      return reply;
    },
    addVersion: ({ id, tell, bytes }, call) => {
      const { stream, reply } = documents.clientStream(PortalDocumentServiceService.addPortalDocumentVersion, call);
      stream.write({ part: { $case: 'file', value: { fileName: 'report-2.pdf', mimeType: '' } } });
      stream.write({ part: { $case: 'chunk', value: Buffer.from(bytes) } });
      stream.write({ part: { $case: 'done', value: { id, tell, creationId: '' } } });
      stream.end();
      return reply;
    },
    start: () => service.start(),
    close: () => (closing ??= close()),
  };
}

/** A plain update, with what a test cares about. */
export function createUpdate(
  replica: Replica,
  call: CallFor,
  change: Partial<CreateUpdateRequest> = {},
): Promise<Update> {
  return replica.portal.createUpdate({ title: 'Title', description: 'Text', categoryIds: [], ...change }, call);
}

export function addSubscriber(
  replica: Replica,
  call: CallFor,
  email: string,
  status: SubscriberStatus,
  categoryIds?: string[],
): Promise<Subscriber> {
  const categories = categoryIds && { ids: categoryIds };
  return replica.subscribers.addSubscriber({ email, status, categories }, call);
}

/** A schedule request with one option set. */
export const schedule = (change: {
  sendImmediately?: boolean;
  scheduledAt?: string;
  scheduleDisabled?: boolean;
  clearScheduledAt?: boolean;
}) => ({ sendImmediately: false, scheduleDisabled: false, clearScheduledAt: false, ...change });
