import { parentPort, workerData } from 'node:worker_threads';
import { findContradictions } from './deciding/consistency.js';
import { normalizedKey } from './finding/tokens.js';
import { IndexCache } from './index-cache.js';
import { answerLocally, isUsable, needsInfo, type Evidence } from './local-engine.js';
import { modelVersion } from './reading/model-files.js';
import { startReader, type Reader } from './reading/reader.js';
import type { AnswerRequest, EngineAnswer, EvidenceItem } from './types.js';
import type { RetrievedEvidence, WorkerReply, WorkerRequest } from './worker-protocol.js';

const port = parentPort;
if (!port) throw new Error('answering-worker runs as a worker thread');
const cache = new IndexCache((workerData as { indexBytes: number }).indexBytes, modelVersion());

// One after the other: what asks after a change of the index sees it whole.
let last: Promise<void> = Promise.resolve();
port.on('message', (request: WorkerRequest) => {
  last = last.then(async () => port.postMessage(await handle(request)));
});

async function handle(request: WorkerRequest): Promise<WorkerReply> {
  const { id } = request;
  try {
    switch (request.kind) {
      case 'index':
        return { id, ...(await cache.apply(request.organizationId, request.chunk, request.rev, startReader)) };
      case 'forget':
        cache.forget(request.organizationId);
        return { id };
      case 'compare':
        return { id, contradictions: await findContradictions(request.answers, startReader) };
      case 'answer':
      case 'retrieve': {
        const evidence = cache.at(request.organizationId, request.rev);
        if (!evidence)
          return { id, error: { code: 'index_not_ready', message: 'the index of the organization is not loaded' } };
        if (evidence.index.size === 0) return { id, ...nothing(request) };
        const reader = await startReader();
        return request.kind === 'answer'
          ? { id, answers: await answerAll(evidence, reader, request.requests) }
          : {
              id,
              retrieved: await Promise.all(request.requests.map((r) => retrieve(evidence, reader, r, request.limit))),
            };
      }
    }
  } catch (error) {
    return { id, error: { code: 'failed', message: error instanceof Error ? error.message : String(error) } };
  }
}

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
): Promise<EngineAnswer[]> {
  const known = new Map<string, Promise<EngineAnswer>>();
  return Promise.all(
    requests.map(async (request) => {
      const key = JSON.stringify([
        normalizedKey(request.text),
        request.section,
        request.answerType,
        request.options,
        request.instructions,
        request.now,
      ]);
      const answer = known.get(key) ?? answerLocally(evidence, reader, request);
      known.set(key, answer);
      return { ...(await answer), questionId: request.questionId };
    }),
  );
}

async function retrieve(
  { index }: Evidence,
  reader: Reader,
  request: AnswerRequest,
  limit: number,
): Promise<RetrievedEvidence> {
  const text = `${request.text} ${request.section}`.trim();
  const [vector] = await reader.encode([text]);
  const items = new Map<string, EvidenceItem>();
  for (const { item } of index.find(text, vector!, limit * 3, (i) => isUsable(i, request.now)))
    items.set(item.id, item);
  return { questionId: request.questionId, items: [...items.values()].slice(0, limit) };
}
