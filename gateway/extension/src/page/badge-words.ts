import type { Band } from './types.js';

/** What the badges say; the panel gives them in its language. */
export interface BadgeWords {
  bands: Record<Band, string>;
  fill: string;
  undo: string;
}

export const BADGES: BadgeWords = {
  bands: { HIGH: 'High', MEDIUM: 'Medium', LOW: 'Low', NONE: 'No answer' },
  fill: 'Fill',
  undo: 'Undo',
};
