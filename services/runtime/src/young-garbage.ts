import v8 from 'node:v8';
import vm from 'node:vm';

type Collect = (options?: { type: 'minor' }) => void;

const MB = 1024 * 1024;
/** What passes between two looks at how much there is. */
const STEP_BYTES = MB;
/** Besides garbage this is in use while several streams run: to collect everything and find nothing is a waste. */
const IN_USE_BYTES = 8 * MB;

/** Of this thread: several streams at once share one garbage. */
let unseen = 0;
/** The least that was held, bytes: what does not belong to streams. */
let floor = Infinity;

/**
 * Keeps the garbage of long streams small. Each byte of a file passes through several Buffers, whose memory is outside of
 * the JavaScript heap; V8 lets 64 MB of it pile up before it collects, whatever the stream's own buffers hold. Told how
 * much has passed, this collects the young generation (1 to 3 ms) when so much more is held than the least there was, and
 * everything (30 to 50 ms) when that leaves 8 MB more than it may. What knows that its bytes are used up gives them back
 * itself (`release`), which is cheaper than both.
 */
export class YoungGarbage {
  /** `most`: bytes of garbage; less costs more time. */
  constructor(private readonly most = 16 * MB) {}

  passed(bytes: number): void {
    unseen += bytes;
    if (unseen < STEP_BYTES) return;
    unseen = 0;
    const collect = collector();
    if (collect === null) return;
    const before = process.memoryUsage().arrayBuffers;
    floor = Math.min(floor, before);
    if (before < floor + this.most) return;
    collect({ type: 'minor' });
    if (process.memoryUsage().arrayBuffers < floor + this.most + IN_USE_BYTES) return;
    collect();
    floor = process.memoryUsage().arrayBuffers;
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
