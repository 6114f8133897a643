import { textKey } from '../store/library.js';

/** Words two texts must share, of all their words, to be one text that was edited. */
const ALIKE = 0.5;
/** A word that stands in more texts than this says nothing of which is which. */
const COMMON = 50;
/** Texts that are compared with one new text. */
const MOST_COMPARED = 8;

/** Texts of before that stand nowhere now, by their words. Linear in the words of both. */
export class EditedTexts<Name> {
  private readonly words = new Map<Name, ReadonlySet<string>>();
  private readonly holders = new Map<string, Name[]>();

  add(name: Name, text: string): void {
    const words = wordsOf(text);
    this.words.set(name, words);
    for (const word of words) {
      const holders = this.holders.get(word);
      if (!holders) this.holders.set(word, [name]);
      // One more than counts is kept, so that it is known to be common.
      else if (holders.length <= COMMON) holders.push(name);
    }
  }

  /** The text of before that this one is an edit of; it is given out no more. */
  take(text: string): Name | undefined {
    const words = wordsOf(text);
    const shared = new Map<Name, number>();
    for (const word of words) {
      const holders = this.holders.get(word) ?? [];
      if (holders.length > COMMON) continue;
      for (const name of holders) if (this.words.has(name)) shared.set(name, (shared.get(name) ?? 0) + 1);
    }
    let best: { name: Name; share: number } | undefined;
    for (const name of nearest(shared)) {
      const share = shareOf(words, this.words.get(name) ?? new Set());
      if (share >= ALIKE && share > (best?.share ?? 0)) best = { name, share };
    }
    if (best) this.words.delete(best.name);
    return best?.name;
  }
}

/** Those that share the most words, the first found first. */
function nearest<Name>(shared: ReadonlyMap<Name, number>): Name[] {
  const found: (readonly [Name, number])[] = [];
  for (const one of shared) {
    let at = found.length;
    while (at > 0 && (found[at - 1]?.[1] ?? 0) < one[1]) at--;
    if (at >= MOST_COMPARED) continue;
    found.splice(at, 0, one);
    if (found.length > MOST_COMPARED) found.pop();
  }
  return found.map(([name]) => name);
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(textKey(text).split(' '));

/** Words in both of the words in either. */
function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let both = 0;
  for (const word of one) if (other.has(word)) both++;
  return both / (one.size + other.size - both);
}
