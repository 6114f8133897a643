import { parentPort, workerData } from 'node:worker_threads';
import { checkDraft } from './checking/check-draft.js';
import { findContradictions } from './deciding/consistency.js';
import { comparePair } from './deciding/said-the-same.js';
import { chooseFacts } from './deciding/facts.js';
import { normalizedKey } from './finding/tokens.js';
import type { DraftToCheck, DraftVerdict } from './checking/draft.js';
import { evidenceToDraftFrom } from './drafting-evidence.js';
import { IndexCache } from './index-cache.js';
import { MOST_QUESTION_CHARACTERS } from './limits.js';
import { answerLocally, needsInfo, readingOnce, USUAL, type Evidence } from './local-engine.js';
import { modelVersion } from './reading/model-files.js';
import { NativeGate } from './reading/native-gate.js';
import { startReader, type Reader } from './reading/reader.js';
import { suggest } from './suggesting.js';
import type { AnswerRequest, EngineAnswer } from './types.js';
import { inOneGo, inSlices, Slices, type Breathe } from './slices.js';
import type { WorkerMessage, WorkerReply, WorkerRequest, WorkerTask } from './worker-protocol.js';

const port = parentPort;
if (!port) throw new Error('answering-worker runs as a worker thread');
const { indexBytes, gate, sliceMs, readOnce } = workerData as {
  indexBytes: number;
  gate: SharedArrayBuffer;
  sliceMs: number;
  readOnce: boolean;
};
const options = readOnce ? readingOnce() : USUAL;
const cache = new IndexCache(indexBytes, modelVersion());
const nativeGate = new NativeGate(gate);
const ownReader = (): Promise<Reader> => startReader(nativeGate);

/** A thread that does not say so for long is stuck, and is ended. */
const ALIVE_EVERY_MS = 1_000;

const tell = (message: WorkerMessage): void => port.postMessage(message);
let alive: NodeJS.Timeout | undefined;
/** Of the task that has its turn. */
let current = 0;

function working(id: number): void {
  current = id;
  tell({ kind: 'alive' });
  clearInterval(alive);
  alive = setInterval(() => tell({ kind: 'alive' }), ALIVE_EVERY_MS);
}

const slices = new Slices(sliceMs, (id) => {
  clearInterval(alive);
  tell({ kind: 'paused', id });
});

/** Questions that are answered, and items of an index that are read, at the same time. */
const AT_ONCE = 4;

// The next task is sent when this one is through or has paused (see AnsweringThread).
port.on('message', (request: WorkerRequest) => {
  if (request.kind === 'drop') {
    slices.drop(request.id);
    return;
  }
  working(request.id);
  if (request.kind === 'resume') {
    slices.resume(request.id);
    return;
  }
  slices.begin();
  void handle(request, request.alone ? inOneGo : () => slices.breathe(request.id)).then((reply) => {
    // One that was dropped while another has its turn does not end the other's signs of life.
    if (current === reply.id) clearInterval(alive);
    tell({ kind: 'reply', ...reply });
  });
});

async function handle(request: WorkerTask & { id: number }, breathe: Breathe): Promise<WorkerReply> {
  const { id } = request;
  try {
    switch (request.kind) {
      case 'index':
        return { id, ...(await cache.apply(request.organizationId, request.chunk, request.rev, ownReader, breathe)) };
      case 'forget':
        cache.forget(request.organizationId);
        return { id };
      case 'compare':
        return { id, contradictions: await findContradictions(request.answers, ownReader, breathe) };
      case 'pairs':
        return { id, paired: await inSlices(request.pairs, AT_ONCE, breathe, (pair) => comparePair(pair, ownReader)) };
      case 'choose':
        return { id, facts: await chooseFacts(request.questions, request.most, ownReader, breathe) };
      case 'check': {
        if (request.drafts.length === 0) return { id, verdicts: [] };
        const reader = await ownReader();
        const check = ({ draft, request: asked, evidence }: DraftToCheck): Promise<DraftVerdict> =>
          checkDraft(draft, bounded(asked), evidence, reader);
        return { id, verdicts: await inSlices(request.drafts, AT_ONCE, breathe, check) };
      }
      case 'suggest': {
        const evidence = cache.at(request.organizationId, request.rev);
        if (!evidence) return notReady(id);
        if (evidence.index.size === 0) return { id, suggestions: [] };
        return {
          id,
          suggestions: await suggest(evidence, await ownReader(), bounded(request.request), request.limit),
        };
      }
      case 'answer':
      case 'retrieve': {
        const evidence = cache.at(request.organizationId, request.rev);
        if (!evidence) return notReady(id);
        if (evidence.index.size === 0) return { id, ...nothing(request) };
        const reader = await ownReader();
        const requests = request.requests.map(bounded);
        return request.kind === 'answer'
          ? { id, answers: await answerAll(evidence, reader, requests, breathe) }
          : {
              id,
              retrieved: await inSlices(requests, AT_ONCE, breathe, async (r) => ({
                questionId: r.questionId,
                items: await evidenceToDraftFrom(evidence, reader, r, request.limit),
              })),
            };
      }
    }
  } catch (error) {
    return { id, error: { code: 'failed', message: error instanceof Error ? error.message : String(error) } };
  }
}

const notReady = (id: number): WorkerReply => ({
  id,
  error: { code: 'index_not_ready', message: 'the index of the organization is not loaded' },
});

/** What is read of a question: whoever writes a book into a cell asks in its first pages. */
const bounded = (request: AnswerRequest): AnswerRequest => ({
  ...request,
  text: request.text.slice(0, MOST_QUESTION_CHARACTERS),
  section: request.section.slice(0, MOST_QUESTION_CHARACTERS),
});

/** What an organization without evidence is answered; no model is loaded to say so. */
function nothing({ kind, requests }: { kind: string; requests: readonly AnswerRequest[] }): Omit<WorkerReply, 'id'> {
  return kind === 'answer'
    ? { answers: requests.map((r) => needsInfo(r.questionId, 'local')) }
    : { retrieved: requests.map((r) => ({ questionId: r.questionId, items: [] })) };
}

/** Questions with the same words, section and kind of cell are answered once. */
async function answerAll(
  evidence: Evidence,
  reader: Reader,
  requests: readonly AnswerRequest[],
  breathe: Breathe,
): Promise<EngineAnswer[]> {
  const known = new Map<string, Promise<EngineAnswer>>();
  return inSlices(requests, AT_ONCE, breathe, async (request) => {
    const key = JSON.stringify([
      normalizedKey(request.text),
      request.section,
      request.answerType,
      request.options,
      request.instructions,
      request.now,
    ]);
    const answer = known.get(key) ?? answerLocally(evidence, reader, request, options);
    known.set(key, answer);
    return { ...(await answer), questionId: request.questionId };
  });
}
