import type { Meter } from '@candor/runtime';
import type { Stage } from './domain/status.js';

const STAGE_SECONDS = [0.1, 0.5, 1, 2.5, 5, 15, 30, 60, 180, 600, 1800];

/** How long a stage of a questionnaire took, its waiting included, and whether it ended well. */
export type StageObserver = (stage: Stage, outcome: 'done' | 'failed', seconds: number) => void;

export function stageObserver(meter: Meter): StageObserver {
  const observe = meter.histogram(
    'candor_stage_duration_seconds',
    'Duration of the stages of questionnaires, from their first start to their end, by stage and outcome (done, failed).',
    ['stage', 'outcome'],
    STAGE_SECONDS,
  );
  return (stage, outcome, seconds) => observe({ stage, outcome }, seconds);
}

export function refusalObserver(meter: Meter): () => void {
  const refused = meter.counter('candor_uploads_refused_total', 'Uploads refused because too many were under way.', []);
  return () => refused({});
}

/** Told about the engine behind an endpoint. */
export interface DraftObserver {
  asked(questions: number): void;
  fellBack(reason: string): void;
  /** A draft was not accepted. */
  rejected(fault: string): void;
  spent(spent: { requests: number; promptTokens: number; completionTokens: number }): void;
  /** The endpoint failed, and is left alone for a while. */
  resting(reason: string): void;
}

export function draftObserver(meter: Meter): DraftObserver {
  const asked = meter.counter('candor_engine_questions_total', 'Questions that the endpoint was to answer.', []);
  const fellBack = meter.counter(
    'candor_engine_fallbacks_total',
    'Questions that the local engine answered instead of the endpoint, by reason.',
    ['reason'],
  );
  const rejected = meter.counter(
    'candor_engine_rejected_drafts_total',
    'Drafts of the endpoint that the check did not accept, by fault; some are mended when sent back.',
    ['fault'],
  );
  const requests = meter.counter('candor_engine_requests_total', 'Requests that were sent to the endpoint.', []);
  const tokens = meter.counter('candor_engine_tokens_total', 'Tokens of the endpoint, by kind (prompt, completion).', [
    'kind',
  ]);
  const resting = meter.counter(
    'candor_engine_rests_total',
    'Times that the endpoint failed and was left alone for a while, by reason.',
    ['reason'],
  );
  return {
    asked: (questions) => asked({}, questions),
    fellBack: (reason) => fellBack({ reason }),
    rejected: (fault) => rejected({ fault }),
    spent: (spent) => {
      requests({}, spent.requests);
      tokens({ kind: 'prompt' }, spent.promptTokens);
      tokens({ kind: 'completion' }, spent.completionTokens);
    },
    resting: (reason) => resting({ reason }),
  };
}

/** Told what became of each wording that a person asked for. */
export function rewriteObserver(meter: Meter): (outcome: string) => void {
  const rewrites = meter.counter(
    'candor_engine_rewrites_total',
    'Other wordings of answers that people asked for, by outcome (proposed, unchanged, a fault of the check, or why none came).',
    ['outcome'],
  );
  return (outcome) => rewrites({ outcome });
}
