import { availableParallelism } from 'node:os';
import type * as Onnx from 'onnxruntime-node';
import type { InferenceSession, Tensor, TypedTensor } from 'onnxruntime-node';
import { NativeGate } from './native-gate.js';
import { withPlainBounds } from './judge-text.js';
import { ModelTokenizer, type PairTokens } from './pair-tokens.js';
import { ModelError, modelFile, type ModelName } from './model-files.js';

/** What a statement does for a question, as the judge was taught (tools/reader/LABELS.md). */
export const VERDICTS = ['yes', 'no', 'value', 'part', 'planned', 'none'] as const;
export type Verdict = (typeof VERDICTS)[number];
/** Probabilities of the verdicts; they add up to 1. */
export type Verdicts = Record<Verdict, number>;

export const DIMENSIONS = 384;
/** A component of a unit vector of this model is never larger. */
const LARGEST = 0.32;

/** Runs the three models on the CPU. Made by `startReader`; one a thread. */
export class Reader {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly most = Math.max(1, Math.min(3, availableParallelism()));

  constructor(
    private readonly runtime: typeof Onnx,
    private readonly tokenizer: ModelTokenizer,
    private readonly sessions: Record<ModelName, InferenceSession>,
    private readonly gate: NativeGate,
  ) {}

  /**
   * Vectors of texts: of each `DIMENSIONS` bytes, proportional to its unit vector. Each text is read alone, so that its
   * vector depends on nothing else.
   */
  encode(texts: readonly string[]): Promise<Int8Array[]> {
    return Promise.all(texts.map((text) => this.inTurn(() => this.encodeOne(text))));
  }

  /** The vectors of texts, one behind the other, as an index takes them. */
  async encodeJoined(texts: readonly string[]): Promise<Int8Array> {
    const all = new Int8Array(texts.length * DIMENSIONS);
    (await this.encode(texts)).forEach((row, i) => all.set(row, i * DIMENSIONS));
    return all;
  }

  /** What each statement does for the question. */
  judge(question: string, statements: readonly Said[]): Promise<Verdicts[]> {
    return this.judgedBy('judge', (...pair) => this.tokenizer.pair(...pair), question, statements);
  }

  /** The same, by the judge of twelve layers: it reads better, and takes five times as long. */
  judgeAgain(question: string, statements: readonly Said[]): Promise<Verdicts[]> {
    return this.judgedBy('second-judge', (...pair) => this.tokenizer.pairForSecond(...pair), question, statements);
  }

  private async judgedBy(
    name: ModelName,
    pairOf: (question: string, context: string, text: string) => PairTokens,
    question: string,
    statements: readonly Said[],
  ): Promise<Verdicts[]> {
    // Each pair alone: nothing is read for the length of its neighbours, and the sums of one depend on no other.
    return Promise.all(
      statements.map(async ({ context, text }) => {
        const pair = pairOf(withPlainBounds(question), context, withPlainBounds(text));
        return softmax(await this.inTurn(() => this.run(name, tensorsOf(pair), 'scores')));
      }),
    );
  }

  private async encodeOne(text: string): Promise<Int8Array> {
    const ids = this.tokenizer.text(text);
    const { ids: tokens, mask } = tensorsOf({ ids, kinds: [] });
    const vector = await this.run('encoder', { ids: tokens, mask }, 'vector');
    return Int8Array.from(vector, (v) => Math.max(-127, Math.min(127, Math.round((v / LARGEST) * 127))));
  }

  private async run(name: ModelName, input: Tokens, output: string): Promise<Float32Array> {
    const tensor = (data: Int32Array): TypedTensor<'int32'> => new this.runtime.Tensor('int32', data, [1, data.length]);
    const feeds: Record<string, Tensor> = { ids: tensor(input.ids), mask: tensor(input.mask) };
    if (input.kinds) feeds['kinds'] = tensor(input.kinds);
    const result = await this.gate.through(() => this.sessions[name].run(feeds));
    return result[output]!.data as Float32Array;
  }

  /** Runs beyond the cores would only wait in the pool of threads that files and names are read with. */
  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.most) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.running++;
    try {
      return await work();
    } finally {
      this.running--;
      this.waiting.shift()?.();
    }
  }
}

/** A statement in its place. */
interface Said {
  context: string;
  text: string;
}

interface Tokens {
  ids: Int32Array;
  kinds?: Int32Array;
  mask: Int32Array;
}

const tensorsOf = ({ ids, kinds }: PairTokens): Required<Tokens> => ({
  ids: Int32Array.from(ids),
  kinds: Int32Array.from(kinds),
  mask: new Int32Array(ids.length).fill(1),
});

function softmax(scores: Float32Array): Verdicts {
  const top = Math.max(...scores);
  const powers = Array.from(scores, (s) => Math.exp(s - top));
  const sum = powers.reduce((a, b) => a + b, 0);
  return Object.fromEntries(VERDICTS.map((verdict, i) => [verdict, powers[i]! / sum])) as Verdicts;
}

/** A regression over the odds of both judges weighs them four to one (companies that taught neither). */
export const SECOND_SHARE = 0.8;
/** No judge is believed to be surer: one zero would outvote whatever the other says. */
const LEAST = 1e-3;

/** What two judges say together: the weighted geometric mean (logarithmic opinion pool; Genest and Zidek, 1986). */
export function pooled(first: Verdicts, second: Verdicts): Verdicts {
  const log = (probability: number): number => Math.log(Math.max(LEAST, probability));
  const odds = VERDICTS.map((v) => (1 - SECOND_SHARE) * log(first[v]) + SECOND_SHARE * log(second[v]));
  return softmax(Float32Array.from(odds));
}

/** Cosine of two vectors of `encode`. */
export function cosine(a: Int8Array, b: Int8Array): number {
  let dot = 0;
  let aa = 0;
  let bb = 0;
  for (let i = 0; i < a.length; i++) {
    dot += a[i]! * b[i]!;
    aa += a[i]! * a[i]!;
    bb += b[i]! * b[i]!;
  }
  return dot / Math.sqrt(aa * bb || 1);
}

let started: Promise<Reader> | undefined;

/** The reader of this thread: loads models and runtime on first use; `gate` counts only then. Throws `ModelError`. */
export function startReader(gate = new NativeGate()): Promise<Reader> {
  return (started ??= load(gate));
}

async function load(gate: NativeGate): Promise<Reader> {
  const runtime = await import('onnxruntime-node').catch((error: unknown) => {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new ModelError(
      `The answer engine's runtime does not load on ${process.platform}-${process.arch} (${reason}): run Candor on Linux with glibc, macOS (arm64) or Windows.`,
    );
  });
  const open = (name: ModelName): Promise<InferenceSession> =>
    runtime.InferenceSession.create(modelFile(`${name}.onnx`), {
      // Runs of several texts stand beside each other; one run uses one thread, so that its sums have one order.
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      graphOptimizationLevel: 'all',
    });
  const names = ['judge', 'second-judge', 'encoder'] as const;
  const [judge, second, encoder] = await gate.through(() =>
    Promise.all([open(names[0]), open(names[1]), open(names[2])]),
  );
  return new Reader(runtime, new ModelTokenizer(), { judge, 'second-judge': second, encoder }, gate);
}
