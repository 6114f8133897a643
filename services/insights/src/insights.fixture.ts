import {
  InsightsServiceClient,
  InsightsServiceService,
  type ImportConversationsReply,
} from '@candor/proto/candor/insights/v1/insights';
import { SlackServiceClient, SlackServiceService } from '@candor/proto/candor/insights/v1/slack';
import {
  connectMongo,
  InProcessBus,
  RpcClient,
  silentLogger,
  startRpcServer,
  type Bus,
  type CallFor,
  type Clock,
} from '@candor/runtime';
import { callsOf, installationOf, TOKEN, type Calls, type InstallationOf } from '@candor/runtime/service.fixture';
import type { Db } from 'mongodb';
import type { Engine } from './clients/engine.js';
import type { People } from './clients/people.js';
import type { Questionnaires } from './clients/questionnaires.js';
import type { SlackOptions } from './slack/compose.js';
import { composeInsights } from './compose.js';

export { adminCall, TestClock } from '@candor/runtime/service.fixture';

/** One replica of the service, behind gRPC, with its own connection to the database. */
export interface Replica {
  db: Db;
  insights: Calls<typeof InsightsServiceService>;
  slack: Calls<typeof SlackServiceService>;
  importLines(pieces: Buffer[], call: CallFor): Promise<ImportConversationsReply>;
  close(): Promise<void>;
}

export interface ReplicaOptions {
  /** A bus of its own when absent. */
  bus?: Bus;
  /** Knows nothing when absent. */
  engine?: Engine;
  /** Nobody when absent. */
  people?: People;
  slack?: Partial<SlackOptions>;
}

export type Installation = InstallationOf<Replica, ReplicaOptions>;

/** An embedded database of its own, with as many replicas of the service as a test wants. */
export const startInstallation = (): Promise<Installation> =>
  installationOf((url, clock, options) => startReplica(url, clock, options ?? {}));

const knowsNothing: Engine = {
  ask: () => Promise.resolve({ answer: '', answerStatus: 'NEEDS_INFO', confidence: undefined, citations: [] }),
};

const nobody: People = {
  organizationNamed: () => Promise.resolve(undefined),
  personWith: () => Promise.resolve(undefined),
  nameOf: () => Promise.resolve(undefined),
};

const noQuestionnaires: Questionnaires = {
  open: () => Promise.resolve({ items: [], total: 0 }),
  askExpert: () => Promise.resolve(true),
  expertAnswer: () => Promise.resolve({ state: 'open' }),
};

async function startReplica(url: string, clock: Clock, options: ReplicaOptions): Promise<Replica> {
  const client = await connectMongo(url, 'insights-test');
  const db = client.db('candor_insights');
  const logger = silentLogger();
  const bus = options.bus ?? new InProcessBus({ logger });
  const { engine = knowsNothing, people = nobody } = options;
  const slackOptions = {
    apiUrl: 'http://127.0.0.1:9/',
    sealingKey: 'key of these tests',
    publicUrl: 'https://candor.example.com',
    questionnaires: noQuestionnaires,
    ...options.slack,
  };
  const service = await composeInsights({ db, bus, engine, people, slack: slackOptions, logger, clock });
  await service.start();
  const server = await startRpcServer({ services: service.rpc, token: TOKEN, logger, address: '127.0.0.1:0' });
  const insights = new RpcClient(InsightsServiceClient, server.address, TOKEN);
  const slack = new RpcClient(SlackServiceClient, server.address, TOKEN);
  return {
    db,
    insights: callsOf(InsightsServiceService, insights),
    slack: callsOf(SlackServiceService, slack),
    importLines: (pieces, call) => {
      const { stream, reply } = insights.clientStream(InsightsServiceService.importConversations, call);
      for (const chunk of pieces) stream.write({ chunk });
      stream.end();
      return reply;
    },
    close: async () => {
      insights.close();
      slack.close();
      await server.close();
      await bus.drain();
      await service.close();
      await client.close();
    },
  };
}
