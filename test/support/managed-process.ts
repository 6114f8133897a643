import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, type WriteStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

const READY_MS = 180_000;
const STOP_MS = 30_000;
/** Of a process that does not start: the last characters of its log, for the log's folder goes with the test. */
const MOST_SAID = 2000;

/** A run that ends early must not leave any behind. */
const children = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

/** A process of ours that a test starts, stops and kills again and again; it always gets the same environment. */
export class ManagedProcess {
  private child: ChildProcess | undefined;
  private log: WriteStream | undefined;
  starts = 0;

  constructor(
    readonly name: string,
    /** Relative to the project's root. */
    private readonly file: string,
    private readonly environment: Record<string, string>,
    private readonly logFile: string,
  ) {}

  get pid(): number | undefined {
    return this.running ? this.child?.pid : undefined;
  }

  get running(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Resolves with its output when it has said that it is ready; rejects when it ends before. */
  async start(more: Record<string, string> = {}): Promise<string> {
    this.log ??= createWriteStream(this.logFile, { flags: 'a' });
    const child = spawn(process.execPath, [join(projectRoot, this.file)], {
      env: { PATH: process.env['PATH'], ...this.environment, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    this.starts++;
    children.add(child);
    child.once('exit', () => children.delete(child));
    child.stderr.pipe(this.log, { end: false });
    return new Promise((resolve, reject) => {
      let output = '';
      let said = '';
      child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-MOST_SAID)));
      const late = setTimeout(() => reject(new Error(`${this.name} is not ready: ${output}`)), READY_MS);
      child.once('close', (code, signal) => {
        clearTimeout(late);
        reject(new Error(`${this.name} ended before it was ready (${signal ?? `code ${code}`}): ${said}`));
      });
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (!/ready/.test(output)) return;
        clearTimeout(late);
        resolve(output);
      });
    });
  }

  /** SIGTERM; resolves with the exit code, or the signal when it had to be killed. */
  async stop(): Promise<number | string> {
    return this.end('SIGTERM');
  }

  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** SIGSTOP: it holds its connections and answers nothing, until `resume`. */
  pause(): void {
    if (this.running) this.child?.kill('SIGSTOP');
  }

  resume(): void {
    if (this.running) this.child?.kill('SIGCONT');
  }

  /** Resolves when it has ended by itself. */
  async ended(): Promise<void> {
    const { child } = this;
    if (child && this.running) await new Promise((resolve) => child.once('exit', resolve));
  }

  private async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | string> {
    const { child } = this;
    if (!child || !this.running) return child?.exitCode ?? child?.signalCode ?? 0;
    const ended = new Promise<number | string>((resolve) =>
      child.once('exit', (code, by) => resolve(code ?? by ?? 'unknown')),
    );
    child.kill(signal);
    const forced = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    const how = await ended;
    clearTimeout(forced);
    return how;
  }
}
