import { parentPort, workerData } from 'node:worker_threads';
import { findContradictions } from './consistency.js';
import { IndexCache } from './index-cache.js';
import type { KnowledgeIndex } from './knowledge-index.js';
import { answerLocally, isUsable } from './local-engine.js';
import { normalizedKey } from './tokens.js';
import type { AnswerRequest, EngineAnswer } from './types.js';
import type { RetrievedEvidence, WorkerReply, WorkerRequest } from './worker-protocol.js';

const port = parentPort;
if (!port) throw new Error('answering-worker runs as a worker thread');
const cache = new IndexCache((workerData as { indexBytes: number }).indexBytes);

port.on('message', (request: WorkerRequest) => port.postMessage(handle(request)));

function handle(request: WorkerRequest): WorkerReply {
  const { id } = request;
  try {
    switch (request.kind) {
      case 'index':
        return { id, evicted: cache.apply(request.organizationId, request.chunk, request.rev) };
      case 'forget':
        cache.forget(request.organizationId);
        return { id };
      case 'compare':
        return { id, contradictions: findContradictions(request.answers) };
      case 'answer':
      case 'retrieve': {
        const index = cache.at(request.organizationId, request.rev);
        if (!index)
          return { id, error: { code: 'index_not_ready', message: 'the index of the organization is not loaded' } };
        return request.kind === 'answer'
          ? { id, answers: answerAll(index, request.requests) }
          : { id, retrieved: request.requests.map((r) => retrieve(index, r, request.limit)) };
      }
    }
  } catch (error) {
    return { id, error: { code: 'failed', message: error instanceof Error ? error.message : String(error) } };
  }
}

/** Questions with the same words, section and kind of cell are answered once. */
function answerAll(index: KnowledgeIndex, requests: readonly AnswerRequest[]): EngineAnswer[] {
  const known = new Map<string, EngineAnswer>();
  return requests.map((request) => {
    const key = JSON.stringify([
      normalizedKey(request.text),
      request.section,
      request.answerType,
      request.options,
      request.instructions,
      request.now,
    ]);
    const answer = known.get(key) ?? answerLocally(index, request);
    known.set(key, answer);
    return { ...answer, questionId: request.questionId };
  });
}

function retrieve(index: KnowledgeIndex, request: AnswerRequest, limit: number): RetrievedEvidence {
  const hits = index.search(`${request.text} ${request.section}`, limit, (item) => isUsable(item, request.now));
  return { questionId: request.questionId, items: hits.map((h) => h.item) };
}
