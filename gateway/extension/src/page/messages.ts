import type { BadgeWords } from './badge-words.js';
import type { FillResult, FoundForm, GivenAnswer, ReadValue, ShownAnswer, UndoResult } from './types.js';

/** What the panel asks of a page (`tabs.sendMessage`, frame 0). */
export type PageRequest =
  | { type: 'candor.find' }
  | { type: 'candor.show'; answers: ShownAnswer[]; words?: BadgeWords }
  | { type: 'candor.hide' }
  | { type: 'candor.fill'; answers: { key: string; answer: GivenAnswer }[] }
  | { type: 'candor.undo'; keys?: string[] }
  | { type: 'candor.read'; keys: string[] }
  | { type: 'candor.reveal'; key: string };

/** What the page replies to each. */
export interface PageReplies {
  'candor.find': { ok: true; form: FoundForm };
  'candor.show': { ok: true; shown: string[] };
  'candor.hide': { ok: true };
  'candor.fill': { ok: true; results: FillResult[] };
  'candor.undo': { ok: true; results: UndoResult[] };
  'candor.read': { ok: true; values: ReadValue[] };
  'candor.reveal': { ok: true; found: boolean };
}

/** The page could not do it; the message says what to do. */
export interface PageRefusal {
  ok: false;
  message: string;
}

export type PageReply<T extends PageRequest['type']> = PageReplies[T] | PageRefusal;

/** What a page tells the panel by itself (`runtime.sendMessage`); no reply is expected. */
export type PageNotice =
  | { type: 'candor.changed' }
  | { type: 'candor.filled'; result: FillResult }
  | { type: 'candor.undone'; result: UndoResult }
  /** A person opened the badge of this question. */
  | { type: 'candor.opened'; key: string };
