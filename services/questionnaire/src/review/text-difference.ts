/** A stretch of a text and what became of it. */
export interface TextChange {
  kind: 'kept' | 'removed' | 'added';
  text: string;
}

/** A word with what follows it up to the next; of scripts without blanks, a sign. */
const PIECE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+\s*|\s+/gu;
/** Pairs of pieces that are compared; a pair of texts with more is told as one change. */
const MOST_PAIRS = 4_000_000;

/** How a text became another, word by word: put together without what was removed, it is `after`; without what was added, `before`. */
export function textDifference(before: string, after: string): TextChange[] {
  const was = before.match(PIECE) ?? [];
  const is = after.match(PIECE) ?? [];
  let start = 0;
  while (start < was.length && start < is.length && was[start] === is[start]) start++;
  let end = 0;
  while (end < was.length - start && end < is.length - start && was.at(-1 - end) === is.at(-1 - end)) end++;
  const changes = new Changes();
  changes.add('kept', was.slice(0, start));
  middle(was.slice(start, was.length - end), is.slice(start, is.length - end), changes);
  changes.add('kept', was.slice(was.length - end));
  return changes.all;
}

class Changes {
  readonly all: TextChange[] = [];

  add(kind: TextChange['kind'], pieces: readonly string[]): void {
    if (pieces.length === 0) return;
    const last = this.all.at(-1);
    const text = pieces.join('');
    if (last?.kind === kind) last.text += text;
    else this.all.push({ kind, text });
  }
}

/** By the longest common subsequence; what was removed is told before what was added in its place. */
function middle(was: readonly string[], is: readonly string[], changes: Changes): void {
  const width = is.length + 1;
  if (was.length * is.length > MOST_PAIRS) {
    changes.add('removed', was);
    changes.add('added', is);
    return;
  }
  const lengths = new Uint16Array((was.length + 1) * width);
  for (let i = was.length - 1; i >= 0; i--)
    for (let j = is.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        was[i] === is[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
  let [i, j] = [0, 0];
  let added: string[] = [];
  const flush = (): void => {
    changes.add('added', added);
    added = [];
  };
  while (i < was.length || j < is.length) {
    if (i < was.length && j < is.length && was[i] === is[j]) {
      flush();
      changes.add('kept', [was[i]!]);
      i++;
      j++;
    } else if (j >= is.length || (i < was.length && lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!)) {
      changes.add('removed', [was[i++]!]);
    } else added.push(is[j++]!);
  }
  flush();
}
