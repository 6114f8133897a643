import { EditedTexts } from '../edited-texts.js';
import { aligned } from './aligned.js';
import type { Unit } from './units.js';

/** `before` is '' when it was added, `after` when it was removed. */
export interface Difference {
  kind: 'kept' | 'added' | 'removed' | 'changed';
  /** Where it stands now; of what was removed where it stood. */
  locator: string;
  before: string;
  after: string;
}

/** Units that are looked at before others may come between. */
const AT_ONCE = 200;

/**
 * What `after` says otherwise than `before`, in the order of `after`. What stands between the same two sentences in both, and
 * shares at least half of its words, is one that was changed. Others may come between while it works.
 */
export async function differenceOf(before: readonly Unit[], after: readonly Unit[]): Promise<Difference[]> {
  const found: Difference[] = [];
  let [a, b] = [0, 0];
  const pairs = aligned(textsOf(before), textsOf(after));
  for (const [i, j] of [...pairs, [before.length, after.length] as const]) {
    if (a < i || b < j) found.push(...(await gap(before.slice(a, i), after.slice(b, j))));
    const same = after[j];
    if (same) found.push({ kind: 'kept', locator: same.locator, before: same.text, after: same.text });
    [a, b] = [i + 1, j + 1];
  }
  return found;
}

async function gap(before: readonly Unit[], after: readonly Unit[]): Promise<Difference[]> {
  const edited = new EditedTexts<number>();
  for (const [index, { text }] of before.entries()) {
    edited.add(index, text);
    if (index % AT_ONCE === AT_ONCE - 1) await others();
  }
  const partners: (number | undefined)[] = [];
  for (const [index, { text }] of after.entries()) {
    partners.push(edited.take(text));
    if (index % AT_ONCE === AT_ONCE - 1) await others();
  }
  const taken = new Set(partners);
  const found: Difference[] = [];
  let told = 0;
  const removedUntil = (end: number): void => {
    for (; told < end; told++) {
      const old = before[told];
      if (old && !taken.has(told)) found.push({ kind: 'removed', locator: old.locator, before: old.text, after: '' });
    }
  };
  for (const [index, { locator, text }] of after.entries()) {
    const partner = partners[index];
    const old = partner === undefined ? undefined : before[partner];
    if (partner !== undefined) removedUntil(partner);
    if (!old) found.push({ kind: 'added', locator, before: '', after: text });
    else found.push({ kind: old.text === text ? 'kept' : 'changed', locator, before: old.text, after: text });
  }
  removedUntil(before.length);
  return found;
}

const textsOf = (units: readonly Unit[]): string[] => units.map(({ text }) => text);
const others = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
