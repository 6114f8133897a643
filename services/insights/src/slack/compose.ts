import { Sealing, type Bus, type Clock, type Logger } from '@candor/runtime';
import type { Db } from 'mongodb';
import type { Asking } from '../asking.js';
import type { People } from '../clients/people.js';
import type { Questionnaires } from '../clients/questionnaires.js';
import type { ConversationStore } from '../store/conversations.js';
import type { IntakeStore } from '../store/intake.js';
import { SlackConnectionStore } from '../store/slack-connections.js';
import { SlackInboxStore } from '../store/slack-inbox.js';
import { SlackNameStore } from '../store/slack-names.js';
import { SlackSystemScope } from '../store/slack-system-scope.js';
import { SlackAnswering } from './answering.js';
import { slackApi } from './api.js';
import { SlackConnections } from './connections.js';
import { ExpertAnswers } from './expert-answers.js';
import { SlackNames } from './names.js';
import { SlackSending } from './sending.js';
import { SlackSockets } from './sockets.js';
import { SlackTaking } from './taking.js';
import { SlackWorker } from './worker.js';

export interface SlackOptions {
  /** Where Slack's methods are, with a slash at the end. */
  apiUrl: string;
  /** What the secrets of workspaces are sealed with; undefined: none are kept. */
  sealingKey: string | undefined;
  /** Where people reach the console, without a slash at the end. */
  publicUrl: string;
  questionnaires: Questionnaires;
  /** Seconds before the 2nd, 3rd, … try of a reply; for tests. */
  retryAfterS?: readonly number[];
}

export interface SlackParts {
  db: Db;
  bus: Bus;
  people: People;
  asking: Asking;
  conversations: ConversationStore;
  waiting: IntakeStore;
  clock: Clock;
  logger: Logger;
  alone: boolean;
}

/** Slack as a place in which people ask. */
export async function composeSlack(parts: SlackParts, options: SlackOptions) {
  const { db, clock, logger } = parts;
  const { apiUrl, sealingKey, publicUrl, questionnaires, retryAfterS } = options;
  const connections = new SlackConnectionStore(db);
  const inbox = new SlackInboxStore(db);
  const nameStore = new SlackNameStore(db);
  await Promise.all([connections, inbox, nameStore].map((store) => store.ensureIndexes()));
  const open = slackApi({ url: apiUrl, clock, logger });
  const sealing = sealingKey === undefined ? undefined : new Sealing(sealingKey);
  const settings = new SlackConnections({ ...parts, connections, inbox, open, sealing });
  const shared = { ...parts, connections, inbox, settings, open };
  const system = new SlackSystemScope(db);
  const expertAnswers = new ExpertAnswers({ inbox, questionnaires, clock });
  const answering = new SlackAnswering({ ...parts, questionnaires, expertAnswers, publicUrl });
  const names = new SlackNames({ ...shared, system, names: nameStore });
  const sending = new SlackSending({ inbox, clock, apiUrl });
  const working = { ...shared, system, answering, expertAnswers, names, sending };
  const worker = new SlackWorker({ ...working, ...(retryAfterS && { retryAfterS }) });
  const taking = new SlackTaking(shared);
  const sockets = new SlackSockets({ ...shared, taking, system, apiUrl });
  return {
    settings,
    taking,
    system,
    belongings: [connections, inbox],
    start: async () => {
      await worker.start();
      sockets.start();
    },
    stop: async () => {
      await sockets.stop();
      await worker.stop();
    },
  };
}
