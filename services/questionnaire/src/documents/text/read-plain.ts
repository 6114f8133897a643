import type { ReadBudget } from '../budget.js';
import type { BlockModel, TextModel } from '../model.js';
import { plainTableAt } from './plain-tables.js';

/**
 * Pasted text or a text file: one block a line that holds something, and one a table of lines with bars. Line numbers count
 * all lines, from 1.
 */
export function readPlainText(text: string, format: 'txt' | 'pasted', budget?: ReadBudget): TextModel {
  const blocks: BlockModel[] = [];
  const lines = text.split(/\r\n|\r|\n|\u2028|\u2029/);
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    if (line.trim() === '') continue;
    budget?.chargeCell(line.length);
    const table = plainTableAt(lines, i, blocks.length);
    if (table === undefined) blocks.push({ kind: 'paragraph', index: blocks.length, text: line, line: i + 1 });
    else {
      for (const other of lines.slice(i + 1, i + table.lines)) budget?.chargeCell(other.length);
      blocks.push(table.block);
      i += table.lines - 1;
    }
  }
  return { kind: 'text', format, blocks, warnings: [] };
}

/** Pasted text line by line. */
export function readPastedText(text: string): TextModel {
  return readPlainText(text.replace(/^\uFEFF/, ''), 'pasted');
}
