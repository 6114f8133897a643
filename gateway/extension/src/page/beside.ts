import { looksLikeHelp, sayable } from './name-words.js';
import type { Name } from './naming.js';
import type { Scan } from './scan.js';
import { isIdentifier } from './tables.js';
import { holds } from './tree.js';
import type { Unit } from './units.js';
import { isCount, isRequiredMark } from './words/index.js';

/** Adds to a name what stands around the controls in their own block: the number, the help, the mark that an answer is required. */
export function beside(scan: Scan, unit: Unit, name: Name): Name {
  const block = scan.blockOf(unit);
  const lines = scan.linesBefore(unit).filter((line) => holds(block, line.block) && line.block !== block);
  const number = lines.filter(({ text }) => isIdentifier(text)).at(-1)?.text;
  const after = scan.linesAfter(unit).filter((line) => holds(block, line.block) && !isCount(line.text));
  const help = [...lines, ...after]
    .filter((line) => looksLikeHelp(line) && sayable(line) && !name.text.includes(line.text))
    .map(({ text }) => text)
    .join(' ');
  return {
    ...name,
    ...(number && name.number === undefined && { number: number.replace(/[.):]$/, '') }),
    ...(help && name.help === undefined && { help }),
    ...(lines.some(({ text }) => isRequiredMark(text)) && { isRequired: true as const }),
  };
}
