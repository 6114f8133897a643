import type { ShapeCache } from '../../language/text-shape.js';
import type { TextUnit } from '../units.js';

/** Times that a line comes again, and the words it has at most. */
const FEWEST = 4;
const MOST_WORDS = 4;
/** "→ Vastaus:", "[…]", "(…)": it ends open, or in brackets. */
const PROMPTS = /[:：…\]>»→]\s*$|^[([{<«→].*$/u;

/** Times that an entry of a list comes again, and is one of the same few choices. */
const FEWEST_CHOICES = 2;

/** Short lines that come again and again, each below another text: where what stands above is answered, in any language. */
export function linesBelowEntries(units: readonly TextUnit[], shapes: ShapeCache): ReadonlySet<string> {
  return textsBelow(units, FEWEST, (unit) => {
    if (unit.number !== '' || unit.heading !== undefined) return false;
    return shapes.of(unit.text).words <= MOST_WORDS && PROMPTS.test(unit.text);
  });
}

/** Short entries of lists that come again under another text: what is chosen among. */
export function repeatedChoices(units: readonly TextUnit[], shapes: ShapeCache): ReadonlySet<string> {
  return textsBelow(units, FEWEST_CHOICES, (unit) => {
    if (!unit.bullet && unit.listLevel === undefined) return false;
    return shapes.of(unit.text).words <= MOST_WORDS && !/[:：]\s*$/u.test(unit.text);
  });
}

/** Texts of such units that stand below as many different ones. */
function textsBelow(
  units: readonly TextUnit[],
  fewest: number,
  isOne: (unit: TextUnit) => boolean,
): ReadonlySet<string> {
  const above = new Map<string, Set<string>>();
  units.forEach((unit, i) => {
    const before = units[i - 1];
    if (before === undefined || unit.text === '' || !isOne(unit)) return;
    const texts = above.get(unit.text) ?? new Set<string>();
    if (before.text !== unit.text) texts.add(before.text);
    above.set(unit.text, texts);
  });
  return new Set([...above].filter(([, texts]) => texts.size >= fewest).map(([text]) => text));
}
