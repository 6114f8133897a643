import type { Amount } from './amounts.js';
import { MANY, NOMINAL, ONE_THING, PARTICIPLE, POSSESSIVE, RELATIVE, SINGLE, WHOLE, type Phrase } from './grammar.js';
import type { Tagged } from './tagging.js';
import type { Word } from './wording.js';

/** Whether a verb opens at a place: "encrypted files" and "the named person" hold none. */
export function opensVerb(tagged: readonly Tagged[], i: number): boolean {
  const { tag, word } = tagged[i]!;
  if (tag === 'AUX') return true;
  if (tag === 'PART') return word === 'to' && tagged[i + 1]?.tag === 'VERB';
  if (tag !== 'VERB') return false;
  const [before, after] = [tagged[i - 1], tagged[i + 1]];
  const isForm = PARTICIPLE.test(word) || word.endsWith('ing');
  if (!isForm || !after || !/^(?:NOUN|PROPN|ADJ)$/.test(after.tag)) return true;
  return (
    before !== undefined &&
    /^(?:AUX|PART|NOUN|PROPN|PRON)$/.test(before.tag) &&
    !/^(?:'s|’s|'|’)$/.test(before.word) &&
    !POSSESSIVE.test(before.word)
  );
}

/** A noun with what stands before it, by itself: what joins it to its sentence is known to whoever reads that. */
export type Noun = Omit<Phrase, 'prep' | 'joined' | 'denied'>;

/**
 * Reads the noun that begins at a place, with the words and amounts of its sentence that stand in it, and gives the place behind
 * it; undefined where none begins.
 */
export function nounPhraseAt(
  tagged: readonly Tagged[],
  start: number,
  said: readonly Word[],
  told: readonly Amount[],
): { next: number; noun: Noun } | undefined {
  let i = start;
  const parts: Tagged[] = [];
  while (i < tagged.length) {
    const { tag, word } = tagged[i]!;
    const isOwner = (tag === 'PART' || tag === 'PUNCT') && /^['’]s?$/.test(word);
    const isForm = tag === 'VERB' && !opensVerb(tagged, i);
    if (!NOMINAL.test(tag) && !isOwner && !isForm) break;
    if (
      parts.length > 0 &&
      (RELATIVE.test(word) || (tag === 'DET' && parts.at(-1)!.tag !== 'DET') || /^(?:we|you|they|it)$/.test(word))
    )
      break;
    parts.push(tagged[i++]!);
  }
  if (parts.length === 0) return undefined;
  const [from, to] = [parts[0]!.start, parts.at(-1)!.end];
  const words = said.filter((w) => from <= w.start && w.start < to);
  const last = parts.at(-1)!;
  const head = words.find(
    (w) => last.start <= w.start && w.start < last.end && !words.some((o) => o.start > w.start && o.start < last.end),
  );
  const opening = parts[0]!.word;
  const isPlural = MANY.test(last.word) || (last.word.endsWith('s') && !ONE_THING.test(last.word));
  const general =
    WHOLE.test(opening) ||
    (isPlural && !/^(?:this|that|these|those)$/.test(opening)) ||
    (!SINGLE.test(opening) && !POSSESSIVE.test(opening) && MANY.test(last.word));
  const amounts = told.filter((a) => a.start < to && a.end > from).map((a) => a.key);
  const whose = parts.find(({ word }) => POSSESSIVE.test(word))?.word ?? '';
  return { next: i, noun: { words, head, last: last.word, general, whose, amounts, start: from } };
}
