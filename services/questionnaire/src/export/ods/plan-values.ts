import type { CellModel, CellRange } from '../../documents/model.js';
import { boxedWordsAs, boxSign, isMark, isPlainNumber } from '../answer-text.js';
import type { Write } from '../writes.js';
import { accepted } from '../xlsx/accepted.js';
import { MOST_CELL_CHARACTERS } from '../xlsx/cell-xml.js';
import { contains, type Limit } from '../xlsx/sheet-facts.js';
import type { OdsValue } from './cell-value.js';

/** What a sheet says of the cells that answers go to. */
export interface CellFacts {
  limits: readonly Limit[];
  formatted: readonly CellRange[];
  /** The sign that ticks an option. */
  mark: string;
}

/** The value that a write leaves in its cell. Undefined where the cell stays as it is; 'not_accepted' where its validation refuses it. */
export function valueOf(
  write: Write & { row: number; column: number },
  before: CellModel | undefined,
  { limits, formatted, mark }: CellFacts,
): OdsValue | 'not_accepted' | undefined {
  if (write.kind === 'option') return ticked(write.ticked, before, mark);
  const within = (range: CellRange): boolean => contains(range, write.row, write.column);
  const limit = write.kind === 'heading' ? undefined : limits.find(({ ranges }) => ranges.some(within));
  if (limit !== undefined) {
    const taken = accepted(write.text, limit, false);
    if (taken === undefined) return 'not_accepted';
    if (limit.type === 'date') return { kind: 'date', text: write.text.trim() };
    return { kind: formatted.some(within) ? 'text' : taken.kind, text: taken.text };
  }
  if (before?.type === 'boolean' && /^(?:true|false)$/i.test(write.text))
    return booleanValue(/^true$/i.test(write.text));
  // "3" in a cell of shares would be shown as 300 %: there it stays the text that it is.
  if (write.isNumber && isPlainNumber(write.text) && !formatted.some(within))
    return { kind: 'number', text: write.text };
  return { kind: 'text', text: write.text.slice(0, MOST_CELL_CHARACTERS) };
}

function ticked(isTicked: boolean, before: CellModel | undefined, mark: string): OdsValue | undefined {
  const isBoolean = before?.type === 'boolean';
  if (isBoolean || /^(?:TRUE|FALSE)$/.test(mark)) return isTicked || isBoolean ? booleanValue(isTicked) : undefined;
  const text = before?.text ?? '';
  const box = boxSign(text, isTicked) ?? boxedWordsAs(text, isTicked);
  if (box !== undefined) return { kind: 'text', text: box };
  if (isTicked) return { kind: 'text', text: mark };
  return isMark(text) ? { kind: 'empty', text: '' } : undefined;
}

const booleanValue = (value: boolean): OdsValue => ({ kind: 'boolean', value, text: value ? 'TRUE' : 'FALSE' });
