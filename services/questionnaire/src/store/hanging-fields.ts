import type { ConfidenceBand } from '../answering/types.js';
import type { Dependence } from '../extraction/dependence/types.js';

/** What an answer says to the questions that hang on it. */
export type Said = 'yes' | 'no' | 'other' | 'open' | 'not_applicable';

/** What a question keeps of those that it hangs on, and of those that hang on it. Absent in what releases of before wrote. */
export interface HangingFields {
  /** The question that it hangs on; null: none. */
  dependsOn?: Dependence | null;
  /** How many questions hang on it, through others as well. */
  dependents?: number;
  /** How sure the engine was by its own evidence, where the question that it hangs on holds it lower; else null. */
  ownConfidence?: { score: number; band: ConfidenceBand } | null;
  /** Its answer was changed, and what hangs on it has not heard: what it said before, and the version of the last change. */
  rootChange?: { said: Said; version: number } | null;
}
