import { describe, expect, it } from '@jest/globals';
import { buildDocx, cell, paragraph, table } from '../../services/questionnaire/src/documents/fixtures/docx.fixture.js';
import { answerAll, extract, questionsOf } from './round-trip.js';

const entry = (text: string): string => paragraph(text, { list: 4 });
const choices = (...words: string[]): string => cell(words.map(entry).join(''), { isXml: true });

async function readAgain(bytes: Uint8Array): Promise<[string, string[], string][]> {
  return questionsOf(await extract(bytes, 'a.docx')).map(({ text, options, existingAnswer }) => [
    text,
    options,
    existingAnswer,
  ]);
}

const answers = ['On tape', 'Weekly'];
const answer = (_: unknown, i: number): string => answers[i] ?? '';

describe('boxes that a Word document offers', () => {
  it('as bullets of the list beside a question are ticked, and every word stays', async () => {
    const rows = [
      [cell('Question'), cell('Answer')],
      [cell('How are backups kept?'), choices('On disk', 'On tape')],
      [cell('How often are they tested?'), choices('Daily', 'Weekly', 'Monthly')],
    ];
    const { bytes } = await answerAll(buildDocx([table(rows)]), 'a.docx', answer);
    expect(await readAgain(bytes)).toEqual([
      ['How are backups kept?', ['On disk', 'On tape'], 'On tape'],
      ['How often are they tested?', ['Daily', 'Weekly', 'Monthly'], 'Weekly'],
    ]);
  });

  it('as bullets of the list below a question are ticked', async () => {
    const content = [
      paragraph('How are backups kept?', { list: 1 }),
      ...['On disk', 'On tape'].map(entry),
      paragraph('How often are they tested?', { list: 1 }),
      ...['Daily', 'Weekly'].map(entry),
    ];
    const { bytes, outcome } = await answerAll(buildDocx(content), 'a.docx', answer);
    expect(outcome.report.skipped).toEqual([]);
    expect(await readAgain(bytes)).toEqual([
      ['How are backups kept?', ['On disk', 'On tape'], 'On tape'],
      ['How often are they tested?', ['Daily', 'Weekly'], 'Weekly'],
    ]);
  });

  it('in a table inside the answer cell are ticked there', async () => {
    const inner = (...words: string[]): string =>
      cell(table(words.map((word) => [cell('☐'), cell(word)])) + paragraph(''), { isXml: true });
    const rows = [
      [cell('Question'), cell('Answer')],
      [cell('How are backups kept?'), inner('On disk', 'On tape')],
      [cell('How often are they tested?'), inner('Daily', 'Weekly')],
    ];
    const { bytes } = await answerAll(buildDocx([table(rows)]), 'a.docx', answer);
    expect(await readAgain(bytes)).toEqual([
      ['How are backups kept?', ['On disk', 'On tape'], 'On tape'],
      ['How often are they tested?', ['Daily', 'Weekly'], 'Weekly'],
    ]);
  });
});
