import { rawAttribute, withAttribute } from '../xml/part-text.js';

/**
 * The calculation chain without cells that hold no formula any more; Excel takes a chain that names such a cell for damage
 * and repairs the file. A cell without a sheet number is on the sheet of the one before it (ECMA-376 18.6.1). Undefined when
 * no cell is left: a chain must have one, so the part has to go.
 */
export function withoutCells(chain: string, removed: ReadonlyMap<string, ReadonlySet<string>>): string | undefined {
  let sheet = '';
  let left = 0;
  let pending = '';
  const patched = chain.replace(/<(?:[\w.-]+:)?c\s[^>]*\/>/g, (tag) => {
    const stated = rawAttribute(tag, 'i');
    if (stated !== undefined) sheet = stated;
    if (removed.get(sheet)?.has(rawAttribute(tag, 'r') ?? '') === true) {
      pending = sheet;
      return '';
    }
    left++;
    const own = stated === undefined && pending !== '' ? withAttribute(tag, 'i', sheet) : tag;
    pending = '';
    return own;
  });
  return left === 0 ? undefined : patched;
}
