import type { ReadBudget } from '../budget.js';
import type { ParagraphBlock, TextModel } from '../model.js';

/** Pasted text or a text file, one block a line that holds something. Line numbers count all lines, from 1. */
export function readPlainText(text: string, format: 'txt' | 'pasted', budget?: ReadBudget): TextModel {
  const blocks: ParagraphBlock[] = [];
  text.split(/\r\n|\r|\n|\u2028|\u2029/).forEach((line, i) => {
    if (line.trim() === '') return;
    budget?.chargeCell(line.length);
    blocks.push({ kind: 'paragraph', index: blocks.length, text: line, line: i + 1 });
  });
  return { kind: 'text', format, blocks, warnings: [] };
}

/** Pasted text line by line. */
export function readPastedText(text: string): TextModel {
  return readPlainText(text.replace(/^\uFEFF/, ''), 'pasted');
}
