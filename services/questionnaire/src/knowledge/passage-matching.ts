import { textKey } from '../store/library.js';
import { EditedTexts } from './edited-texts.js';

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
  const edited = new EditedTexts<string>();
  for (const { _id, text } of unused.values()) edited.add(_id, text);
  return matched.map((one) => {
    if (one.id !== undefined) return one;
    const id = edited.take(one.piece.text);
    return { piece: one.piece, id, changed: id !== undefined };
  });
}
