import { describe, expect, it } from '@jest/globals';
import type { TableBlock, TextModel } from '../documents/model.js';
import { questionsOf } from './asked.fixture.js';

/** A table of labels over empty cells; those with a number are counted by a list of the document. */
function formOf(labels: readonly (readonly [number: string, text: string])[]): TextModel {
  const rows: TableBlock['rows'] = labels.map(([number, text], row) => {
    const label = { row, column: 0, rowSpan: 1, columnSpan: 1, text, ...(number === '' ? {} : { number }) };
    return [label, { row, column: 1, rowSpan: 1, columnSpan: 1, text: '' }];
  });
  return { kind: 'text', format: 'docx', blocks: [{ kind: 'table', index: 0, rows }], warnings: [] };
}

describe('labels that a list of the document counts', () => {
  it.each([
    ['Which rooms are to be guarded?', 'Fire alarm:', 'Doors:', 'Further information:'],
    ['Welche Räume sollen bewacht werden?', 'Brandmelder:', 'Türen:', 'Weitere Angaben:'],
    ['Quels locaux faut-il surveiller ?', 'Alarme incendie:', 'Portes:', 'Autres informations:'],
    ['Какие помещения нужно охранять?', 'Пожарная сигнализация:', 'Двери:', 'Дополнительная информация:'],
  ])('are asked, although another label repeats among them: "%s"', (question, first, second, repeated) => {
    const asked = questionsOf(
      formOf([
        ['1.1.', question],
        ['1.2.', first],
        ['', repeated],
        ['1.3.', question.replace('?', ' …?')],
        ['1.4.', second],
        ['', repeated],
        ['1.5.', question.replace('?', ' !?')],
        ['', repeated],
      ]),
    ).map(({ text }) => text);
    expect(asked).toEqual(expect.arrayContaining([first, second]));
    expect(asked).not.toContain(repeated);
  });
});
