import type { ShapeCache } from '../language/text-shape.js';
import { fold } from '../language/words.js';
import type { TextUnit } from './units.js';

/** Times that a line comes again below questions, and the words it has at most. */
const FEWEST = 3;
const MOST_WORDS = 3;

/**
 * "→ Yanıt:", "Vastaus:", "From: ____ To: ____": the same short labels below three questions or more, one on a line or several, are
 * where each is answered, in any language.
 */
export function linesBelowQuestions(units: readonly TextUnit[], shapes: ShapeCache): string[] {
  const times = new Map<string, { all: number; below: number }>();
  units.forEach((unit, i) => {
    const shape = shapes.of(unit.text);
    if (!shape.endsWithColon || shape.words > MOST_WORDS || unit.number !== '') return;
    const before = units[i - 1 - unit.part];
    const one = times.get(fold(unit.text)) ?? { all: 0, below: 0 };
    one.all++;
    if (before !== undefined && shapes.of(before.text).manner === 'question') one.below++;
    times.set(fold(unit.text), one);
  });
  return [...times].filter(([, { all, below }]) => below >= FEWEST && below * 2 > all).map(([text]) => text);
}
