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
}

export function draftObserver(meter: Meter): DraftObserver {
  const asked = meter.counter('candor_engine_questions_total', 'Questions that the endpoint was to answer.', []);
  const fellBack = meter.counter(
    'candor_engine_fallbacks_total',
    'Questions that the local engine answered instead of the endpoint, by reason.',
    ['reason'],
  );
  return { asked: (questions) => asked({}, questions), fellBack: (reason) => fellBack({ reason }) };
}
