import type { Statement } from '../finding/statements.js';

/** Innermost headings that are read with a statement. */
const HEADINGS = 3;

/** What the judge reads before a statement: its place, outermost first; the reader cuts it from the left. */
export function contextOf({ place, question, before }: Pick<Statement, 'place' | 'question' | 'before'>): string {
  return [...new Set(place)].slice(-HEADINGS).concat(question, before).filter(Boolean).join(' > ');
}

/** What the encoder reads of a statement: its words, and where they stand. */
export function searchTextOf(statement: Statement): string {
  const context = contextOf(statement);
  return context === '' ? statement.text : `${context}: ${statement.text}`;
}
