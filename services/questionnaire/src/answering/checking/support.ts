import type { Statement } from '../finding/statements.js';
import { contextOf } from '../reading/judge-text.js';
import { clausesOf, type Clause } from './clauses.js';
import type { DraftFault } from './draft.js';
import type { Frame } from './grammar.js';
import { framesOf } from './phrases.js';
import type { Tagger } from './tagging.js';
import { wordsOf, type Word } from './wording.js';

/** What is wrong with a claim, and the sentence that says so to whoever wrote it. */
export interface Fault {
  fault: DraftFault;
  detail: string;
}

/** A clause of the quoted evidence. */
export interface QuotedClause extends Clause {
  statement: number;
}

/** A verb of the quoted evidence. */
export interface QuotedFrame extends Frame {
  statement: number;
}

/** All that a draft quotes, ready to be compared with its claims. */
export interface Support {
  statements: Statement[];
  /** Where each statement stands: headings, lead-in, its question. */
  places: string[];
  clauses: QuotedClause[];
  /** Of statements and their places. */
  words: Word[];
  /** The question's words. */
  asked: Word[];
  question: string;
  /** Names that the evidence uses of the company itself. */
  own: ReadonlySet<string>;
  /** Verb by verb, who does what. */
  frames: QuotedFrame[];
  tag: Tagger;
}

export function supportOf(statements: Statement[], question: string, own: ReadonlySet<string>, tag: Tagger): Support {
  const places = statements.map((statement) => contextOf(statement));
  const clauses = statements.flatMap((s, statement) => clausesOf(s.text).map((clause) => ({ ...clause, statement })));
  const words = [...clauses.flatMap((c) => c.said), ...places.flatMap((place) => wordsOf(place))];
  const frames = statements.flatMap((s, statement) => framesOf(s.text, tag).map((f) => ({ ...f, statement })));
  return { statements, places, clauses, words, asked: wordsOf(question), question, own, frames, tag };
}

/** A claim's clause with the claim around it. */
export interface Whole {
  claim: string;
  clauses: readonly Clause[];
  support: Support;
  words: readonly Word[];
}

/** As it is shown to whoever is told of a fault. */
export const short = (text: string): string => text.trim().slice(0, 120);
