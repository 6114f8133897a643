import type { Token } from '../finding/tokens.js';

/** Nouns whose members are told apart by a letter or a number; folded stems. */
const NOUN =
  /^(?:class|level|tier|version|release|phase|categori|grade|severiti|prioriti|zone|stage|gener|type|annex|appendix|chapter|schedul|modul)$/;
const MEMBER = /^(?:[a-z]|\d{1,3}(?:\.(?:\d{1,3}|x))*|i{1,3}|iv|v)$/;

/** Where a text names a member of a series, as "class b"; "4.x" and "4" are the same. */
export function designatorsOf(tokens: readonly Token[]): { name: string; start: number; end: number }[] {
  const found: { name: string; start: number; end: number }[] = [];
  for (let i = 0; i + 1 < tokens.length; i++) {
    const [noun, member] = [tokens[i]!, tokens[i + 1]!];
    if (!NOUN.test(noun.stem) || !MEMBER.test(member.word) || member.start - noun.end > 2) continue;
    found.push({ name: `${noun.stem} ${member.word.replace(/\.x$/, '')}`, start: i, end: i + 2 });
  }
  return found;
}
