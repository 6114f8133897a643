import type { Collection, Db } from 'mongodb';
import { ended, type Clock } from './clock.js';
import { newId } from './ids.js';
import type { Logger } from './logger.js';
import { isDuplicateKey, repeatWhileOut } from './mongo.js';

/**
 * One step from the data of one release to that of the next. A step may be cut off and begin anew, and processes of the
 * release before may still be running beside it: so it adds and fills in, and what a release no longer reads is removed by
 * a later one.
 */
export interface Migration {
  /** What it makes of the data; 1 for the first, without gaps. */
  version: number;
  /** For the log. */
  name: string;
  run: (db: Db) => Promise<void>;
}

/** The data was written by a newer release than this one. */
export class NewerDataError extends Error {
  constructor(database: string, found: number, known: number) {
    super(
      `${database}: the data is of version ${found}, this release knows versions up to ${known}. ` +
        'Start the release that wrote it or a newer one, or restore a backup of before.',
    );
    this.name = 'NewerDataError';
  }
}

interface VersionRow {
  _id: 'data';
  /** Of the data as it is now. */
  version: number;
  /** Which process migrates it; '' when none does. */
  holder: string;
  /** Milliseconds since the epoch. */
  lease_until: number;
}

export interface MigrationOptions {
  clock: Clock;
  logger: Logger;
  /** How long a process that does not renew it holds the right to migrate, milliseconds. */
  leaseMs?: number;
}

const COLLECTION = 'data_version';
const LEASE_MS = 30_000;
const LOOK_EVERY_MS = 200;

/**
 * Brings a database to the newest version: each step once, by one process of several that may start at the same time, while
 * the others wait. Resolves when the data is of the newest version; a new database is so at once.
 */
export async function migrate(db: Db, migrations: readonly Migration[], options: MigrationOptions): Promise<void> {
  // A step may begin anew at any time: also when the database went away in the middle of it.
  await repeatWhileOut(() => stepUp(db, migrations, options));
}

async function stepUp(db: Db, migrations: readonly Migration[], options: MigrationOptions): Promise<void> {
  const rows = db.collection<VersionRow>(COLLECTION);
  const newest = migrations.length;
  if (migrations.some(({ version }, i) => version !== i + 1)) throw new Error('the versions must be 1, 2, 3, …');
  for (;;) {
    const row = await rows.findOne({ _id: 'data' });
    if (!row) await begin(db, rows, newest);
    else if (row.version > newest) throw new NewerDataError(db.databaseName, row.version, newest);
    else if (row.version === newest) return;
    else if (!(await step(db, rows, migrations[row.version]!, options)))
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** A database without a version is new, or of the time before there were versions: 0. */
async function begin(db: Db, rows: Collection<VersionRow>, newest: number): Promise<void> {
  const isNew = (await db.listCollections({}, { nameOnly: true }).toArray()).length === 0;
  try {
    await rows.insertOne({ _id: 'data', version: isNew ? newest : 0, holder: '', lease_until: 0 });
  } catch (error) {
    // Another process was first.
    if (!isDuplicateKey(error)) throw error;
  }
}

/** Does one step; false when another process is at it. */
async function step(
  db: Db,
  rows: Collection<VersionRow>,
  { version, name, run }: Migration,
  { clock, logger, leaseMs = LEASE_MS }: MigrationOptions,
): Promise<boolean> {
  const holder = newId();
  const lease = () => ({ holder, lease_until: clock.now() + leaseMs });
  const claimed = await rows.updateOne(
    { _id: 'data', version: version - 1, ...ended('lease_until', clock.now(), leaseMs) },
    { $set: lease() },
  );
  if (claimed.modifiedCount === 0) return false;
  const renewing = setInterval(() => {
    rows.updateOne({ _id: 'data', holder }, { $set: lease() }).catch(() => undefined);
  }, leaseMs / 3);
  const facts = { database: db.databaseName, version, migration: name };
  try {
    logger.info(facts, 'migrating the data');
    await run(db);
  } catch (error) {
    await rows.updateOne({ _id: 'data', holder }, { $set: { holder: '', lease_until: 0 } }).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(renewing);
  }
  await rows.updateOne(
    { _id: 'data', holder, version: version - 1 },
    { $set: { version, holder: '', lease_until: 0 } },
  );
  logger.info(facts, 'the data is migrated');
  return true;
}
