import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from './managed-process.js';

/** Where the shared system is, as its process tells it. */
export interface SharedSystem {
  url: string;
  /** Admin key of the default organization. */
  key: string;
  /** Where its mails arrive, each as a file that holds `to` and `raw`. */
  mails: string;
}

const PATIENCE_MS = 180_000;
const LOOKS_EVERY_MS = 50;

/** The system of this run; the first suite that asks starts it. Undefined outside of a run of jest. */
export async function sharedSystem(): Promise<SharedSystem | undefined> {
  const folder = process.env['TESTS_SHARED_FOLDER'];
  const runner = process.env['TESTS_RUNNER'];
  if (folder === undefined || runner === undefined) return undefined;
  if (await isFirst(folder)) start(folder, runner);
  for (const late = Date.now() + PATIENCE_MS; ;) {
    const told = await readFile(join(folder, 'address.json'), 'utf8').catch(() => undefined);
    if (told !== undefined)
      return { ...(JSON.parse(told) as Omit<SharedSystem, 'mails'>), mails: join(folder, 'mails') };
    if (Date.now() > late) {
      const said = await readFile(join(folder, 'log'), 'utf8').catch(() => '');
      throw new Error(`The shared system did not start; build it with "npm run build". It said: ${said}`);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOKS_EVERY_MS));
  }
}

/** Of all processes of a run one makes the folder, and starts the system. */
const isFirst = (folder: string): Promise<boolean> =>
  mkdir(join(folder, 'started')).then(
    () => true,
    () => false,
  );

function start(folder: string, runner: string): void {
  const log = openSync(join(folder, 'log'), 'a');
  const script = join(projectRoot, 'test', 'support', 'shared-system-process.mjs');
  // It outlives the process of this suite: it ends with the run.
  spawn(process.execPath, [script, folder, runner], { stdio: ['ignore', log, log] }).unref();
  closeSync(log);
}
