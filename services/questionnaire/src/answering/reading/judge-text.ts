import type { Statement } from '../finding/statements.js';

/** Innermost headings that are read with a statement. */
const HEADINGS = 3;

/** Characters of a place: more than the models read. It is read with each statement, so all of them together stay linear. */
const MOST_PLACE = 2_000;

/** What the judge reads before a statement: its place, outermost first; what is far from the statement is cut. */
export function contextOf({ place, question, before }: Pick<Statement, 'place' | 'question' | 'before'>): string {
  const whole = [...new Set(place)].slice(-HEADINGS).concat(question, before).filter(Boolean).join(' > ');
  return whole.slice(-MOST_PLACE);
}

/** What the encoder reads of a statement: its words, and where they stand. */
export function searchTextOf(statement: Statement): string {
  const context = contextOf(statement);
  return context === '' ? statement.text : `${context}: ${statement.text}`;
}

const AMOUNT = String.raw`(?=\s+(?:\d|an?\b|one\b|once\b|two\b|twice\b|three\b|four\b|five\b|six\b|seven\b|eight\b|nine\b|ten\b|twelve\b|every\b|\w+ly\b))`;
const BOUNDS: readonly (readonly [RegExp, string])[] = [
  [new RegExp(String.raw`\bnot be (?:less|fewer|shorter) than\b${AMOUNT}`, 'gi'), 'be at least'],
  [new RegExp(String.raw`\bnot be (?:more|longer|larger|older|greater|higher) than\b${AMOUNT}`, 'gi'), 'be at most'],
  [new RegExp(String.raw`\b(?:no|not) (?:less|fewer)(?: (?:often|frequently))? than\b${AMOUNT}`, 'gi'), 'at least'],
  [new RegExp(String.raw`\b(?:no|not) (?:more|longer|greater|higher) than\b${AMOUNT}`, 'gi'), 'at most'],
  [new RegExp(String.raw`\b(?:no|not) later than\b${AMOUNT}`, 'gi'), 'at the latest'],
  [
    new RegExp(
      String.raw`\b(?:(?:must|shall|should|may|can|will|do|does) )?not (?:to )?exceed(?:ing)?\b${AMOUNT}`,
      'gi',
    ),
    'at most',
  ],
];

/** "Not less than annually" denies nothing; the judge, which is weak at this, reads "at least annually". */
export function withPlainBounds(text: string): string {
  return BOUNDS.reduce((plain, [bound, words]) => plain.replace(bound, words), text);
}
