import { Worker } from 'node:worker_threads';
import type { EngineLine, FromEngine } from './engine-messages.js';
import { toPgm, type GrayPicture } from './gray-picture.js';
import type { RecognitionOptions } from './recognition.js';

/** Threads run the built file, also when the caller runs from source (tests). */
const WORKER_FILE = new URL(
  new URL('./engine-worker.js', import.meta.url).href.replace('/src/documents/', '/dist/documents/'),
);
/** Loading the engine and its languages takes a fraction of a second. */
const START_MS = 30_000;
const HEAP_MB = 256;

/** The engine gave no lines: its time was up, or it failed. */
export class EngineError extends Error {
  constructor(readonly reason: 'out_of_time' | 'engine_failed') {
    super(reason);
    this.name = 'EngineError';
  }
}

/** The OCR engine in a thread of its own, which is started for the first picture and ended when it fails or takes too long. */
export class Engine {
  #worker: Promise<Worker> | undefined;

  constructor(private readonly options: Pick<RecognitionOptions, 'languages' | 'memoryMb'>) {}

  /** Lines of a picture whose text is upright. Throws `EngineError`, after which the next picture gets a new thread. */
  async read(picture: GrayPicture, timeMs: number): Promise<EngineLine[]> {
    if (timeMs <= 0) throw new EngineError('out_of_time');
    try {
      this.#worker ??= this.#start();
      const worker = await this.#worker;
      const file = toPgm(picture);
      const reply = nextMessage(worker, timeMs);
      worker.postMessage({ kind: 'picture', file }, [file.buffer]);
      const message = await reply;
      if (message.kind !== 'lines') throw new EngineError('engine_failed');
      return message.lines;
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    const worker = await this.#worker?.catch(() => undefined);
    this.#worker = undefined;
    await worker?.terminate();
  }

  async #start(): Promise<Worker> {
    const { languages, memoryMb } = this.options;
    const worker = new Worker(WORKER_FILE, {
      workerData: { languages, memoryMb },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
      execArgv: [],
      // The engine complains about odd pictures on the console.
      stdout: true,
      stderr: true,
    });
    worker.stdout.resume();
    worker.stderr.resume();
    worker.unref();
    // An error after its time must not end the process.
    worker.on('error', () => undefined);
    try {
      if ((await nextMessage(worker, START_MS)).kind !== 'ready') throw new EngineError('engine_failed');
      return worker;
    } catch (error) {
      await worker.terminate();
      throw error;
    }
  }
}

function nextMessage(worker: Worker, timeMs: number): Promise<FromEngine> {
  return new Promise((resolve, reject) => {
    const over = (then: () => void): void => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onEnd).off('exit', onEnd);
      then();
    };
    const onMessage = (message: FromEngine): void => over(() => resolve(message));
    const onEnd = (): void => over(() => reject(new EngineError('engine_failed')));
    const timer = setTimeout(() => over(() => reject(new EngineError('out_of_time'))), timeMs);
    worker.on('message', onMessage).on('error', onEnd).on('exit', onEnd);
  });
}
