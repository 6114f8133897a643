// What a loss of power takes: bytes that were written and never synced. A small library, preloaded into the killed process,
// remembers the bytes before each write until they are synced (unsynced.c); here they are put back after the kill.
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = join(dirname(fileURLToPath(import.meta.url)), 'unsynced.c');
const HEAD_BYTES = 40;
/** The least that a disk writes at once. */
const SECTOR_BYTES = 512;

/** Says on standard error why not, when unsynced writes cannot be dropped here. */
export function canDropUnsynced() {
  let reason = 'only Linux preloads a library so';
  if (process.platform === 'linux') {
    try {
      execFileSync('cc', ['--version'], { stdio: 'ignore' });
      return true;
    } catch {
      reason = 'there is no C compiler `cc`';
    }
  }
  process.stderr.write(`\n*** SKIPPED: dropping of unsynced writes, for ${reason}.\n\n`);
  return false;
}

/** Watches the files in `data` of processes that are started with `environment`; its own files are in `folder`. */
export class UnsyncedWrites {
  #data;
  #log;
  #library;
  #syncs;

  /** With `syncs` false no sync counts, as if the process never asked for one. */
  constructor({ folder, data, syncs = true }) {
    this.#data = data;
    this.#log = join(folder, 'unsynced');
    this.#library = join(folder, 'unsynced.so');
    this.#syncs = syncs;
    mkdirSync(this.#log, { recursive: true });
    execFileSync('cc', [
      '-shared',
      '-fPIC',
      '-O2',
      '-Wall',
      '-Werror',
      '-o',
      this.#library,
      source,
      '-ldl',
      '-lpthread',
    ]);
  }

  /** For the process that is to be killed. */
  get environment() {
    const ignored = this.#syncs ? {} : { UNSYNCED_IGNORE: '1' };
    return { LD_PRELOAD: this.#library, UNSYNCED_FOLDER: this.#data, UNSYNCED_LOG: this.#log, ...ignored };
  }

  /**
   * After the kill: puts every unsynced write back, or only that of some sectors, as a disk that writes in its own order.
   * Gives the count of bytes that are lost.
   */
  drop(random) {
    let lost = 0;
    for (const name of readdirSync(this.#log)) {
      const file = join(this.#data, name.replaceAll('+', '/'));
      const records = recordsOf(readFileSync(join(this.#log, name)));
      // What was cut off goes with the size of the file: all of it, or none.
      const share = records.some(({ truncation }) => truncation) || random() < 0.5 ? 1 : random();
      if (existsSync(file)) lost += putBack(file, records, share, random);
      rmSync(join(this.#log, name));
    }
    for (const name of readdirSync(this.#data)) if (name.endsWith('-shm')) rmSync(join(this.#data, name));
    return lost;
  }
}

function recordsOf(log) {
  const records = [];
  for (let at = 0; at + HEAD_BYTES <= log.length;) {
    const [offset, length, oldLength, oldSize, truncation] = Array.from({ length: 5 }, (_, i) =>
      Number(log.readBigInt64LE(at + 8 * i)),
    );
    at += HEAD_BYTES;
    // The last one is cut short when the kill met it: its write was never made.
    if (at + oldLength > log.length) break;
    records.push({ offset, length, oldSize, truncation: truncation === 1, old: log.subarray(at, at + oldLength) });
    at += oldLength;
  }
  return records;
}

/** Puts the newest back first, so that the oldest bytes win. */
function putBack(file, records, share, random) {
  const fates = new Map();
  const isLost = (sector) => {
    if (!fates.has(sector)) fates.set(sector, random() < share);
    return fates.get(sector);
  };
  let lost = 0;
  const descriptor = openSync(file, 'r+');
  try {
    for (const { offset, length, oldSize, old } of records.toReversed()) {
      const before = Buffer.alloc(length);
      old.copy(before);
      for (let at = offset; at < offset + length;) {
        const sector = Math.floor(at / SECTOR_BYTES);
        const end = Math.min(offset + length, (sector + 1) * SECTOR_BYTES);
        if (isLost(sector)) {
          writeSync(descriptor, before, at - offset, end - at, at);
          lost += end - at;
        }
        at = end;
      }
      if (share === 1) ftruncateSync(descriptor, oldSize);
    }
  } finally {
    closeSync(descriptor);
  }
  return lost;
}
