import { describe, expect, it } from '@jest/globals';
import { readFixture } from '../fixtures/read.fixture.js';
import { checkBoxParts, textRows, type ControlFixture } from '../fixtures/xlsx-controls.fixture.js';
import { buildXlsx } from '../fixtures/xlsx.fixture.js';
import { cellName, type WorkbookModel } from '../model.js';
import { drawnBox } from './drawn-boxes.js';

const ROWS = textRows([{ A: 'Handover' }, { B: 'The keys were returned.' }, { B: 'The badge was returned.' }]);

async function textsOf(
  boxes: ControlFixture[],
  parts: Record<string, string> = {},
): Promise<{ texts: Record<string, string>; warnings: string[] }> {
  const bytes = buildXlsx({ sheets: [{ name: 'List' }], parts: { ...checkBoxParts(ROWS, boxes), ...parts } });
  const model = (await readFixture(bytes, 'a.xlsx')) as WorkbookModel;
  const texts = model.sheets[0]!.cells.map(({ row, column, text }) => [cellName(row, column), text]);
  return {
    texts: Object.fromEntries(texts) as Record<string, string>,
    warnings: model.warnings.map(({ code }) => code),
  };
}

describe('check boxes that are drawn over cells', () => {
  it('are read as signs in the cells that they are drawn over, ticked or not', async () => {
    const { texts } = await textsOf([{ cell: 'A2', checked: true }, { cell: 'A3' }]);
    expect(texts).toMatchObject({ A2: '☒', A3: '☐', B2: 'The keys were returned.' });
  });

  it('are read with their words, several of a cell from left to right', async () => {
    const boxes = [
      { cell: 'C2', label: 'Yes', checked: true },
      { cell: 'C2', label: 'No' },
    ];
    expect((await textsOf(boxes)).texts).toMatchObject({ C2: '☒ Yes  ☐ No' });
  });

  it('stand in front of the text of their cell', async () => {
    expect((await textsOf([{ cell: 'B2' }])).texts).toMatchObject({ B2: '☐ The keys were returned.' });
  });

  it('are told as not read where the drawing is damaged, and the cells are read', async () => {
    const { texts, warnings } = await textsOf([{ cell: 'A2' }], { 'xl/drawings/vmlDrawing1.vml': '<xml><br></xml>' });
    expect(texts).toMatchObject({ B2: 'The keys were returned.' });
    expect(texts['A2']).toBeUndefined();
    expect(warnings).toEqual(['check_boxes_not_read']);
  });

  it.each([
    ['0, 2, 4, 2, 0, 24, 4, 22', { row: 4, column: 0 }],
    ['0, 2, 4, 15, 0, 24, 5, 5', { row: 4, column: 0 }],
    ['0, 2, 4, 5, 0, 24, 5, 15', { row: 5, column: 0 }],
    ['0, 60, 4, 2, 1, 16, 4, 22', { row: 4, column: 1 }],
    ['0, 2, 4, 2, 0, 24, 8, 22', { row: 6, column: 0 }],
  ])('belong to the cell that holds most of the sign: %s', (anchor, place) => {
    expect(drawnBox('s1', 'width:16.5pt;height:15pt', anchor, '')).toMatchObject(place);
  });

  it('are left out where their anchor says nothing', () => {
    expect(drawnBox('s1', '', '1, 2, three', '')).toBeUndefined();
  });
});
