import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { EngineLine, EngineStart, FromEngine, ToEngine } from './engine-messages.js';
import { loadLanguage } from './language-data.js';

/**
 * The thread of the OCR engine. It runs the script that tesseract.js runs in its own workers, but hands languages over as
 * bytes (tesseract.js knows one folder for all, npm has one for each) and gives it no way to fetch or to keep anything.
 */
const port = parentPort;
if (port === null) throw new Error('this file runs in a worker thread');
const { languages, memoryMb } = workerData as EngineStart;

interface Reply {
  status: 'resolve' | 'reject' | 'progress';
  data: unknown;
}
interface WorkerScript {
  dispatchHandlers(packet: object, send: (reply: Reply) => void): void;
  setAdapter(adapter: object): void;
}
interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}
interface Line {
  words: { text: string; confidence: number; bbox: Box }[];
  baseline: Box;
  bbox: Box;
  rowAttributes: { rowHeight: number };
}
interface Page {
  blocks: { paragraphs: { lines: Line[] }[] }[] | null;
}

const PAGE_BYTES = 65_536;
/** Only the network that comes with `…_best_int`. */
const NETWORK_ONLY = 1;

interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** A heap limit does not see the memory of WebAssembly: it may grow to this and no further. */
function boundMemory(bytes: number): void {
  const wasm = (globalThis as unknown as { WebAssembly: { Memory: { prototype: WasmMemory } } }).WebAssembly;
  const memory = wasm.Memory.prototype;
  const grow = Reflect.get<WasmMemory, 'grow'>(memory, 'grow');
  memory.grow = function bounded(this: WasmMemory, pages: number): number {
    if (this.buffer.byteLength + pages * PAGE_BYTES > bytes) throw new RangeError('the memory is used up');
    return grow.call(this, pages);
  };
}

function refuse(): never {
  throw new Error('the engine reads no files and fetches nothing');
}

const require = createRequire(import.meta.url);
boundMemory(memoryMb * 1024 * 1024);
const script = require('tesseract.js/src/worker-script/index.js') as WorkerScript;
script.setAdapter({
  getCore: require('tesseract.js/src/worker-script/node/getCore.js') as unknown,
  gunzip: refuse,
  fetch: refuse,
  readCache: refuse,
  writeCache: refuse,
});

let job = 0;
function call(action: string, payload: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    script.dispatchHandlers({ workerId: 'engine', jobId: String(job++), action, payload }, ({ status, data }) => {
      if (status === 'resolve') resolve(data);
      else if (status === 'reject') reject(new Error(String(data)));
    });
  });
}

async function start(): Promise<void> {
  await call('load', { options: { lstmOnly: NETWORK_ONLY, logging: false } });
  const langs = languages.map((code) => ({ code, data: loadLanguage(code) }));
  await call('loadLanguage', { langs, options: { langPath: '.', cacheMethod: 'none', gzip: false, lstmOnly: true } });
  await call('initialize', { langs: languages.join('+'), oem: NETWORK_ONLY });
}

function toLine({ words, baseline, bbox, rowAttributes }: Line): EngineLine {
  return {
    words: words.map(({ text, confidence, bbox: { x0, y0, x1, y1 } }) => ({
      text,
      confidence,
      left: x0,
      top: y0,
      right: x1,
      bottom: y1,
    })),
    baseline: (baseline.y0 + baseline.y1) / 2,
    height: rowAttributes.rowHeight > 0 ? rowAttributes.rowHeight : bbox.y1 - bbox.y0,
  };
}

function send(message: FromEngine): void {
  port?.postMessage(message);
}

/** An engine that failed may have lost its memory: the thread is not used again, so that nothing more is needed here. */
async function answer(work: () => Promise<FromEngine>): Promise<void> {
  try {
    send(await work());
  } catch (error) {
    send({ kind: 'failed', message: error instanceof Error ? error.name : 'an unknown error' });
  }
}

port.on('message', ({ file }: ToEngine) => {
  void answer(async () => {
    const output = { text: false, blocks: true };
    const { blocks } = (await call('recognize', { image: file, options: {}, output })) as Page;
    const lines = (blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.lines));
    return { kind: 'lines', lines: lines.map(toLine) };
  });
});

void answer(async () => {
  await start();
  return { kind: 'ready' };
});
