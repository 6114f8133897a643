import { cutAtSpace, splitSentences, type Span } from '../finding/sentences.js';
import { statementsOf, type Statement } from '../finding/statements.js';
import { isAboutItself } from '../rules/expressions.js';
import type { Citation, EvidenceItem } from '../types.js';
import { evidenceKey, type Draft } from './draft.js';

/** A quote with the whole statements that it stands in, each read in its place. */
export interface Quoted {
  citation: Citation;
  item: EvidenceItem;
  statements: Statement[];
}

/** A quote that is not to be found, as the model wrote it. */
export interface Misquoted {
  key: string;
  quote: string;
}

const MOST_CITATIONS = 3;
/** Of a citation that is kept; what is compared may be longer. */
const LONGEST_QUOTE = 300;
const LONGEST_READ = 2_000;

/** What a draft quotes, found in its evidence; the first that is not there, or speaks of its document only, instead. */
export function quotesOf(draft: Draft, evidence: readonly EvidenceItem[]): Quoted[] | Misquoted {
  const quoted: Quoted[] = [];
  for (const { key, quote } of draft.citations.slice(0, MOST_CITATIONS)) {
    const item = evidence.find((_, i) => evidenceKey(i) === key.trim());
    const span = item && placeOf(textOf(item), quote);
    if (!item || !span) return { key, quote };
    const exact = textOf(item).slice(span.start, span.end);
    const statements = around(item, span);
    if (statements.length === 0 || statements.every((s) => isAboutItself(s.text))) return { key, quote };
    quoted.push({ item, citation: citation(item, cutAtSpace(exact, LONGEST_QUOTE)), statements });
  }
  return quoted;
}

function textOf(item: EvidenceItem): string {
  return item.kind === 'library' ? item.answer : item.text;
}

/** Where the evidence says the quote, whatever its white space and the marks around it. */
function placeOf(text: string, quote: string): Span | undefined {
  if (quote.length > LONGEST_READ) return undefined;
  const words = quote
    .trim()
    .replace(/^["'“”‘’…]{1,3}|["'“”‘’…]{1,3}$/g, '')
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/['’]/g, "['’]"));
  if (words.length === 0) return undefined;
  const found = new RegExp(words.join('\\s+')).exec(text);
  return found ? { start: found.index, end: found.index + found[0].length } : undefined;
}

function citation(item: EvidenceItem, quote: string): Citation {
  return item.kind === 'library'
    ? { sourceId: item.id, sourceType: 'library', title: item.question, locator: '', quote }
    : { sourceId: item.id, sourceType: 'document', title: item.title, locator: item.locator, quote };
}

/** The statements that the quote touches, each widened to its whole sentence: a piece of "never …" says nothing by itself. */
function around(item: EvidenceItem, span: Span): Statement[] {
  const text = textOf(item);
  const touched = statementsOf(item).filter((s) => s.span.start < span.end && s.span.end > span.start);
  const sentences = splitSentences(text);
  const whole = touched.map((statement): Statement => {
    const sentence = sentences.find((s) => s.start <= statement.span.start && s.end >= statement.span.end);
    if (!sentence || statement.row || statement.text.length >= sentence.end - sentence.start) return statement;
    const said = text.slice(sentence.start, sentence.end).replace(/\s+/g, ' ').trim();
    return said.includes(statement.text) && said.length > statement.text.length + 3
      ? { ...statement, span: sentence, text: said }
      : statement;
  });
  return whole.filter((s, i) => whole.findIndex((o) => o.text === s.text) === i);
}
