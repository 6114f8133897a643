// Loaded into the system that the API fuzzer starts: tells the fuzzer when the event loop stood still. What counts is the time
// that the main thread worked between two turns, so that a busy machine, which lets it wait, raises no alarm.
import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const EVERY_MS = 20;
const MOST_MS = 200;

/** Milliseconds that the main thread has worked; where the system does not tell, those that have passed. */
function worked() {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

if (isMainThread && process.send) {
  let before = worked();
  setInterval(() => {
    const now = worked();
    if (now - before > MOST_MS) process.send({ stoodStillMs: Math.round(now - before) });
    before = now;
  }, EVERY_MS).unref();
  process.channel.unref();
}
