import v8 from 'node:v8';
import vm from 'node:vm';

type Collect = (options: { type: 'minor' }) => void;

const STEP_BYTES = 1024 * 1024;

/**
 * Keeps the garbage of a long stream small. Each byte of a file passes through several Buffers, whose memory is outside
 * of the JavaScript heap; V8 lets 64 MB of it pile up before it collects, whatever the stream's own buffers hold. Told how
 * much has passed, this collects the young generation every megabyte, in which a stream's Buffers are all dead: 1 to 2 ms
 * each time, where waiting costs 50 MB of resident memory a file.
 */
export class YoungGarbage {
  private uncollected = 0;

  passed(bytes: number): void {
    this.uncollected += bytes;
    if (this.uncollected < STEP_BYTES) return;
    this.uncollected = 0;
    collector()?.({ type: 'minor' });
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
