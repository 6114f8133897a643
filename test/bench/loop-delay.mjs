// Loaded into the programs that the benches start (`processes.mjs`): measures how late the event loop of the main thread
// comes to a timer, and tells it when it is asked.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const RESOLUTION_MS = 5;

if (isMainThread && process.send) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  // What is recorded is the time from one timer to the next.
  const late = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
  process.on('message', (message) => {
    if (message !== 'loop delay') return;
    process.send({ p99: late(delay.percentile(99)), longest: late(delay.max) });
    delay.reset();
  });
  process.channel.unref();
}
