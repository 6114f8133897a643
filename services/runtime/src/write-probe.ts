import { randomBytes } from 'node:crypto';
import type { Db } from 'mongodb';
import { isRunning, steadyOf, systemClock, type Clock } from './clock.js';
import type { Dependency } from './health.js';
import type { Logger } from './logger.js';
import { isDuplicateKey, isStorageFull, pingMongo } from './mongo.js';

interface ProbeRow {
  _id: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** Another text at each write, so that a database that compresses writes it too. */
  padding: string;
}

/** The collection of each service's database that holds its one probe row. */
export const WRITE_PROBE_COLLECTION = 'write_probe';
/** How the dependency is called; what may be left out of `/readyz`, see `internal-server.ts`. */
export const WRITES = 'writes';
/** An answer is given again for so long: however often somebody asks, the database gets few writes. */
const KEPT_MS = 3000;
/** Larger than what may still fit into room that is set aside already. */
const PADDING_BYTES = 16 * 1024;

export interface WriteProbeOptions {
  db: Db;
  logger: Logger;
  clock?: Clock;
}

/**
 * Whether the database takes writes: one row is written over when somebody asks, at most every three seconds. It is
 * false for a full disk and for a read-only database, too. Both changes are logged once.
 */
export class WriteProbe {
  private asked: Promise<boolean> | undefined;
  private answer: { works: boolean; until: number } | undefined;

  constructor(private readonly options: WriteProbeOptions) {}

  /** Those who ask while a write is under way share it. */
  works(): Promise<boolean> {
    const { clock = systemClock } = this.options;
    const now = steadyOf(clock).now();
    if (this.answer && isRunning(this.answer.until, now, KEPT_MS)) return Promise.resolve(this.answer.works);
    this.asked ??= this.write(clock).finally(() => {
      this.asked = undefined;
    });
    return this.asked;
  }

  private async write(clock: Clock): Promise<boolean> {
    const { db, logger } = this.options;
    const before = this.answer?.works ?? true;
    let works = true;
    try {
      await db
        .collection<ProbeRow>(WRITE_PROBE_COLLECTION)
        .updateOne({ _id: 'probe' }, { $set: { at: clock.now(), padding: padding() } }, { upsert: true });
    } catch (error) {
      // Another replica made the row at this moment: it was written.
      works = isDuplicateKey(error);
      if (!works && before) {
        const why = isStorageFull(error) ? 'its disk is full' : 'see the error';
        logger.warn({ err: error, database: db.databaseName }, `the database takes no writes: ${why}`);
      }
    }
    if (works && !before) logger.info({ database: db.databaseName }, 'the database takes writes again');
    this.answer = { works, until: steadyOf(clock).now() + KEPT_MS };
    return works;
  }
}

const padding = (): string => randomBytes(PADDING_BYTES / 2).toString('hex');

/** What every service needs of its database: that it answers, and that it takes writes. */
export function databaseDependencies(name: string, options: WriteProbeOptions): Dependency[] {
  const probe = new WriteProbe(options);
  return [
    { name, check: () => pingMongo(options.db) },
    { name: WRITES, check: () => probe.works() },
  ];
}
