import type { Work } from './work.js';

export const STEPS = ['evidence', 'upload', 'review', 'export'] as const;
export type Step = (typeof STEPS)[number];

export type StepState = 'done' | 'next' | 'waiting';

/**
 * The first steps of a new organization, each with its state: the first that is not done comes next. Undefined when all
 * are done, or when the key does not see whether they are.
 */
export function checklistOf({ questionnaires, knowledge }: Work): Record<Step, StepState> | undefined {
  if (!questionnaires || !knowledge) return undefined;
  const done: Record<Step, boolean> = {
    evidence: knowledge.any,
    upload: questionnaires.uploaded,
    review: questionnaires.reviewed,
    export: questionnaires.exported,
  };
  const next = STEPS.find((step) => !done[step]);
  if (next === undefined) return undefined;
  const stateOf = (step: Step): StepState => (done[step] ? 'done' : step === next ? 'next' : 'waiting');
  return {
    evidence: stateOf('evidence'),
    upload: stateOf('upload'),
    review: stateOf('review'),
    export: stateOf('export'),
  };
}
