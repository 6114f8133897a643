import { askingShare, share } from '../columns.js';
import type { ColumnProfile } from '../columns.js';
import type { ColumnLabel } from '../headers.js';
import type { Room } from './answer-room.js';

/** What a reading is judged by; each from 0 to 1, `loose` a count. */
export interface Measures {
  /** Rows that it asks or takes for headings, of all rows with a text. */
  explained: number;
  /** How plainly, and beside how many questions, there is room for the answer. */
  room: number;
  /** How much the texts look like points to answer: different ones, of several words. */
  texts: number;
  /** Texts that ask by words that we know. */
  asking: number;
  /** Headings that say by words that we know what is asked and where it is answered. */
  named: number;
  /** Full columns of different texts, dates or numbers that no question explains: a register has many. */
  loose: number;
}

/** What each measure counts; the first three make 1. */
const WEIGHTS: Readonly<Record<keyof Measures, number>> = {
  explained: 0.3,
  room: 0.4,
  texts: 0.3,
  asking: 0.3,
  named: 0.2,
  loose: -0.1,
};

/** The fit of a reading: about 1 where all speaks for it, 0.5 where as much speaks against it. */
export function fitOf(measures: Measures): number {
  const keys = Object.keys(WEIGHTS) as (keyof Measures)[];
  return keys.reduce((sum, key) => sum + WEIGHTS[key] * measures[key], 0);
}

/** Words of a text that is a whole point. */
const FULL_WORDS = 4;

export function textsMeasure(profile: ColumnProfile): number {
  if (profile.sampled <= 0) return 0;
  const words = Math.min(1, profile.words / profile.sampled / FULL_WORDS);
  const texts = 1 - share(profile.numbers + profile.identifiers + profile.choices + profile.boxes, profile);
  return Math.max(0, texts) * (profile.distinct / profile.sampled) * (0.5 + 0.5 * words);
}

export function askingMeasure(profile: ColumnProfile): number {
  return Math.max(0, askingShare(profile) - share(profile.instructions, profile));
}

/** Half for what heads the questions, half for what heads the answers; less where words say that it is something else. */
export function namedMeasure(question: ColumnLabel | undefined, answer: ColumnLabel | undefined): number {
  const asks = question?.role === 'question' || question?.role === 'requirement' ? 0.5 : 0;
  const takes = answer?.role === 'answer' || answer?.role === 'status' || answer?.role === 'comment' ? 0.5 : 0;
  const other = (label: ColumnLabel | undefined): number => (label?.role === 'register' ? 1 : 0);
  return asks + takes - other(question) - other(answer);
}

export const roomMeasure = (room: Room | undefined): number => (room === undefined ? 0 : room.plain * room.regular);
