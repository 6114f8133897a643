import { textKey } from '../store/library.js';

interface Piece {
  locator: string;
  text: string;
}

export interface MatchedPiece<New> {
  piece: New;
  /** The passage that it was before; undefined: it is new. */
  id: string | undefined;
  /** Its text is another than that passage's. */
  changed: boolean;
}

/** Words two passages must share, of all their words, to be one passage that was edited. */
const ALIKE = 0.5;
/** A word that stands in more passages than this says nothing of which is which. */
const COMMON = 50;
/** Passages that are compared with one new piece. */
const MOST_COMPARED = 8;

/**
 * Which passage of the version before each piece of a new version is: the same text first (at the same place, if it stands
 * at several), then the text that shares most words. A passage is given out once. Linear in the words of both versions.
 */
export function matchPassages<New extends Piece>(
  before: readonly (Piece & { _id: string })[],
  after: readonly New[],
): MatchedPiece<New>[] {
  const unused = new Map(before.map((passage) => [passage._id, passage]));
  const same = new Map<string, (Piece & { _id: string })[]>();
  for (const passage of before) {
    const key = textKey(passage.text);
    const known = same.get(key);
    if (known) known.push(passage);
    else same.set(key, [passage]);
  }
  const take = (candidates: readonly (Piece & { _id: string })[], locator: string): string | undefined => {
    const free = candidates.filter(({ _id }) => unused.has(_id));
    const taken = free.find((one) => one.locator === locator) ?? free[0];
    if (taken) unused.delete(taken._id);
    return taken?._id;
  };
  const matched = after.map((piece): MatchedPiece<New> => {
    const id = take(same.get(textKey(piece.text)) ?? [], piece.locator);
    return { piece, id, changed: false };
  });
  const edited = new EditedPassages([...unused.values()]);
  return matched.map((one) => {
    if (one.id !== undefined) return one;
    const id = edited.take(one.piece.text);
    return { piece: one.piece, id, changed: id !== undefined };
  });
}

/** Passages of the version before whose text stands nowhere in the new one, by their words. */
class EditedPassages {
  private readonly words = new Map<string, ReadonlySet<string>>();
  private readonly holders = new Map<string, string[]>();

  constructor(passages: readonly (Piece & { _id: string })[]) {
    for (const { _id, text } of passages) {
      const words = wordsOf(text);
      this.words.set(_id, words);
      for (const word of words) {
        const holders = this.holders.get(word);
        if (holders) holders.push(_id);
        else this.holders.set(word, [_id]);
      }
    }
  }

  /** The passage that this text is an edit of; it is given out no more. */
  take(text: string): string | undefined {
    const words = wordsOf(text);
    const shared = new Map<string, number>();
    for (const word of words) {
      const holders = this.holders.get(word) ?? [];
      if (holders.length > COMMON) continue;
      for (const id of holders) if (this.words.has(id)) shared.set(id, (shared.get(id) ?? 0) + 1);
    }
    const nearest = [...shared].sort(([, a], [, b]) => b - a).slice(0, MOST_COMPARED);
    let best: { id: string; share: number } | undefined;
    for (const [id] of nearest) {
      const share = shareOf(words, this.words.get(id) ?? new Set());
      if (share >= ALIKE && share > (best?.share ?? 0)) best = { id, share };
    }
    if (best) this.words.delete(best.id);
    return best?.id;
  }
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(textKey(text).split(' '));

/** Words in both of the words in either. */
function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let both = 0;
  for (const word of one) if (other.has(word)) both++;
  return both / (one.size + other.size - both);
}
