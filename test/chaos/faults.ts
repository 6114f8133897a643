import { setTimeout as wait } from 'node:timers/promises';
import type { Installation } from '../support/installation.js';
import type { ManagedProcess } from '../support/managed-process.js';

/** Something that breaks and is mended again; resolves when it is mended. */
export interface Fault {
  kind: string;
  /** What it breaks: two faults at once never break the same. */
  target: object;
  happen: (random: () => number) => Promise<void>;
}

const PAUSE_MS = 4000;
const OUTAGE_MS = 1500;

/** Every fault that an installation may meet, as often as it is to be drawn. */
export function faultsOf(installation: Installation): Fault[] {
  const { gateway, tenant, questionnaire, trustPortal, insights, workers } = installation;
  const processes = [...workers, ...workers, questionnaire, trustPortal, trustPortal, insights, tenant, gateway];
  return [...processes.flatMap(ofProcess), ...twice(ofDatabase(installation)), ...ofBroker(installation)];
}

const twice = <T>(items: T[]): T[] => [...items, ...items];

const ofProcess = (target: ManagedProcess): Fault[] => [
  {
    kind: 'kill -9 of a process',
    target,
    happen: async (random) => {
      await target.kill();
      await wait(random() * OUTAGE_MS);
      await target.start();
    },
  },
  {
    kind: 'SIGSTOP and SIGCONT of a process',
    target,
    happen: async (random) => {
      target.pause();
      await wait(random() * PAUSE_MS);
      target.resume();
    },
  },
];

const ofDatabase = ({ database }: Installation): Fault[] => [
  {
    kind: 'database: kill -9 and start',
    target: database,
    happen: async (random) => {
      await database.kill();
      await wait(random() * OUTAGE_MS);
      await database.start();
    },
  },
  {
    kind: 'database: stop and start',
    target: database,
    happen: async (random) => {
      await database.stop();
      await wait(random() * OUTAGE_MS);
      await database.start();
    },
  },
  {
    kind: 'database: SIGSTOP and SIGCONT',
    target: database,
    happen: async (random) => {
      database.pause();
      await wait(random() * PAUSE_MS);
      database.resume();
    },
  },
];

const ofBroker = ({ broker }: Installation): Fault[] => [
  {
    kind: 'broker: stop and start',
    target: broker,
    happen: async (random) => {
      await broker.stop();
      await wait(random() * OUTAGE_MS);
      await broker.start();
    },
  },
  {
    kind: 'broker: kill -9 and start',
    target: broker,
    happen: async (random) => {
      await broker.kill();
      await wait(random() * OUTAGE_MS);
      await broker.start();
    },
  },
];
