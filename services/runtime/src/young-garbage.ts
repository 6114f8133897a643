import v8 from 'node:v8';
import vm from 'node:vm';

type Collect = (options?: { type: 'minor' }) => void;

const MB = 1024 * 1024;
const STEP_BYTES = MB;
/** A Buffer that is alive in two collections of the young generation leaves it; most of a stream's are dead by then. */
const STEP_MS = 20;
const MAX_OLD_BYTES = 8 * MB;

/** Of this thread: several streams at once share one garbage. */
let uncollected = 0;
let collectedAt = 0;
let floor = Infinity;

/**
 * Keeps the garbage of a long stream small. Each byte of a file passes through several Buffers, whose memory is outside
 * of the JavaScript heap; V8 lets 64 MB of it pile up before it collects, whatever the stream's own buffers hold. Told how
 * much has passed, this collects the young generation every megabyte (1 ms), and everything (30 to 40 ms) when 8 MB have
 * become old: for a file of 100 MB some eight times.
 */
export class YoungGarbage {
  passed(bytes: number): void {
    uncollected += bytes;
    const now = performance.now();
    if (uncollected < STEP_BYTES || now - collectedAt < STEP_MS) return;
    const collect = collector();
    if (collect === null) return;
    collect({ type: 'minor' });
    const held = process.memoryUsage().arrayBuffers;
    if (held > floor + MAX_OLD_BYTES) {
      collect();
      floor = process.memoryUsage().arrayBuffers;
    } else floor = Math.min(floor, held);
    uncollected = 0;
    collectedAt = performance.now();
  }
}

let found: Collect | null | undefined;

/** V8's collector, which a running process can only get by its flag; null where there is none. */
function collector(): Collect | null {
  if (found !== undefined) return found;
  v8.setFlagsFromString('--expose-gc');
  const gc: unknown = vm.runInNewContext('typeof gc === "function" ? gc : null');
  v8.setFlagsFromString('--no-expose-gc');
  found = gc as Collect | null;
  return found;
}
