import { withoutMarkup } from '@candor/runtime/plain-text';
import { amountsOf, type Amount } from '../answering/checking/amounts.js';
import { claimWords, countOf } from '../answering/checking/claim-words.js';
import { denialsOf } from '../answering/checking/clauses.js';
import { isSaid, wordsOf, type Word } from '../answering/checking/wording.js';
import { splitSentences } from '../answering/finding/sentences.js';
import type { FindingKind } from '../store/ledger-documents.js';
import { textKey } from '../store/library.js';

/** What became of a quote: undefined when it still stands. `now`: the sentence that took its place; '' for none. */
export interface Change {
  kind: Extract<FindingKind, 'quote_gone' | 'number_changed' | 'polarity_changed' | 'limited'>;
  now: string;
}

interface Sentence {
  text: string;
  key: string;
  stems: ReadonlySet<string>;
}

/** What of a sentence is compared. */
interface Facts {
  words: Word[];
  amounts: Amount[];
  denied: boolean;
  conditions: number;
}

/** Sentences that are compared with a quote word by word: those that share the most words with it. */
const NEAREST = 6;
const WHOLE = /[.!?…]["”’)]*$/u;

/** What a document or a library answer says now, ready to be held against many quotes. */
export class ReadText {
  private readonly sentences: Sentence[] = [];
  private readonly byKey = new Set<string>();
  private readonly byStem = new Map<string, number[]>();
  private readonly facts = new Map<number, Facts>();
  private readonly known = new Map<string, Change | undefined>();
  private readonly key: string;

  /** `texts`: its passages in their order. */
  constructor(texts: readonly string[]) {
    for (const text of texts.map(withoutMarkup))
      for (const { start, end } of splitSentences(text)) this.add(text.slice(start, end).trim());
    this.key = ` ${this.sentences.map(({ key }) => key).join(' ')} `;
  }

  /** What became of a quote, whose words are compared as they are. */
  changeOf(quote: string): Change | undefined {
    if (this.known.has(quote)) return this.known.get(quote);
    const change = this.compared(quote);
    this.known.set(quote, change);
    return change;
  }

  private add(text: string): void {
    const key = textKey(text);
    if (key === '' || this.byKey.has(key)) return;
    const index = this.sentences.length;
    const stems = new Set(wordsOf(text).map(({ stem }) => stem));
    this.sentences.push({ text, key, stems });
    this.byKey.add(key);
    for (const stem of stems) {
      const there = this.byStem.get(stem);
      if (there) there.push(index);
      else this.byStem.set(stem, [index]);
    }
  }

  /** The gravest of what became of its sentences: a number or a denial tells more than words that went. */
  private compared(quote: string): Change | undefined {
    const plain = withoutMarkup(quote).trim();
    const changes = splitSentences(plain).flatMap(
      ({ start, end }) => this.sentence(plain.slice(start, end).trim()) ?? [],
    );
    const order: Change['kind'][] = ['polarity_changed', 'number_changed', 'limited', 'quote_gone'];
    return order.flatMap((kind) => changes.find((change) => change.kind === kind) ?? [])[0];
  }

  private sentence(text: string): Change | undefined {
    const key = textKey(text);
    if (key === '' || this.byKey.has(key)) return undefined;
    // A part of a sentence stands where its words stand; a whole one could have been continued.
    if (!WHOLE.test(text) && this.key.includes(` ${key} `)) return undefined;
    const told = factsOf(text);
    let nearest: { change: Change; score: number } | undefined;
    for (const index of this.nearestTo(told)) {
      const there = this.sentences[index];
      if (!there) continue;
      const said = this.factsAt(index);
      const kind = difference(told, said);
      if (kind === undefined) return undefined;
      const shared = told.words.filter((word) => isSaid(word, said.words)).length;
      // One that shares less than half of the words speaks of something else.
      if (shared * 2 < told.words.length) continue;
      if (!nearest || shared > nearest.score) nearest = { change: { kind, now: there.text }, score: shared };
    }
    return nearest?.change ?? { kind: 'quote_gone', now: '' };
  }

  private nearestTo({ words }: Facts): number[] {
    const shared = new Map<number, number>();
    for (const stem of new Set(words.map((word) => word.stem)))
      for (const index of this.byStem.get(stem) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1);
    return [...shared]
      .sort(([a, sharedA], [b, sharedB]) => sharedB - sharedA || this.sizeOf(a) - this.sizeOf(b) || a - b)
      .slice(0, NEAREST)
      .map(([index]) => index);
  }

  private sizeOf(index: number): number {
    return this.sentences[index]?.stems.size ?? 0;
  }

  private factsAt(index: number): Facts {
    const known = this.facts.get(index);
    if (known) return known;
    const made = factsOf(this.sentences[index]?.text ?? '');
    this.facts.set(index, made);
    return made;
  }
}

function factsOf(text: string): Facts {
  const amounts = amountsOf(text);
  return {
    words: wordsOf(text, amounts),
    amounts,
    denied: denialsOf(text) % 2 === 1,
    conditions: countOf(claimWords().conditions, text),
  };
}

/** In what a sentence says another thing than what was told; undefined: it says all of it. */
function difference(told: Facts, said: Facts): Change['kind'] | undefined {
  const lost = told.words.some((word) => !isSaid(word, said.words));
  const otherAmount = told.amounts.some((amount) => !said.amounts.some((other) => isSameAmount(amount, other)));
  if (told.denied !== said.denied) return 'polarity_changed';
  if (otherAmount)
    return said.amounts.some((one) => told.amounts.some((two) => one.kind === two.kind))
      ? 'number_changed'
      : 'quote_gone';
  if (lost) return 'quote_gone';
  return limits(told, said) ? 'limited' : undefined;
}

const isSameAmount = (a: Amount, b: Amount): boolean => a.key === b.key && a.bound === b.bound;

/** Whether it holds only in a case, or for less, as what was told does not. */
function limits(told: Facts, said: Facts): boolean {
  const words = claimWords().limits;
  return (
    said.conditions > told.conditions || said.words.some((word) => words.has(word.word) && !isSaid(word, told.words))
  );
}
