import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const PATIENCE_MS = 20_000;

/** Ends the shared system, if a suite started it, and waits until it has gone. */
export default async function runEnds() {
  const folder = process.env.TESTS_SHARED_FOLDER;
  if (folder === undefined) return;
  const address = join(folder, 'address.json');
  if (existsSync(address)) await ended(JSON.parse(readFileSync(address, 'utf8')).pid);
  rmSync(folder, { recursive: true, force: true });
}

async function ended(pid) {
  try {
    process.kill(pid, 'SIGTERM');
    for (const late = Date.now() + PATIENCE_MS; Date.now() < late; await wait(50)) process.kill(pid, 0);
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has gone.
  }
}
