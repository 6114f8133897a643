import { describe, expect, it } from '@jest/globals';
import {
  checkBoxParts,
  textRows,
  type ControlFixture,
} from '../../services/questionnaire/src/documents/fixtures/xlsx-controls.fixture.js';
import { buildXlsx } from '../../services/questionnaire/src/documents/fixtures/xlsx.fixture.js';
import { answerAll, changedParts, extract, partText, questionsOf } from './round-trip.js';

const ASKED = ['Were the keys returned?', 'Was the badge returned?', 'Was the laptop returned?'];
const DRAWING = 'xl/drawings/vmlDrawing1.vml';
const SHEET = 'xl/worksheets/sheet1.xml';

function checklist(boxes: ControlFixture[], further: Record<string, string> = {}): Uint8Array {
  const rows = textRows([{ B: 'Handover' }, ...ASKED.map((text) => ({ C: text, ...further }))]);
  return buildXlsx({ sheets: [{ name: 'List' }], parts: checkBoxParts(rows, boxes) });
}

describe('a workbook whose check boxes are drawn over cells', () => {
  it('is given back with the boxes ticked that are answered with yes, and the others not', async () => {
    const original = checklist([{ cell: 'B2' }, { cell: 'B3', checked: true }, { cell: 'B4' }]);
    const answers = ['Yes', 'No', 'Yes, in May.'];
    const { bytes, outcome } = await answerAll(original, 'a.xlsx', (_, i) => answers[i] ?? '');
    const states = questionsOf(await extract(bytes, 'a.xlsx')).map(({ existingAnswer }) => existingAnswer);
    expect(states).toEqual(['☒', '', '☒']);
    expect(changedParts(original, bytes).sort()).toEqual([
      ...[1, 2, 3].map((n) => `xl/ctrlProps/ctrlProp${n}.xml`),
      DRAWING,
    ]);
    expect(partText(bytes, 'xl/ctrlProps/ctrlProp1.xml')).toContain('checked="Checked"');
    expect(partText(bytes, 'xl/ctrlProps/ctrlProp2.xml')).not.toContain('checked');
    expect(partText(bytes, DRAWING).match(/<x:Checked>1<\/x:Checked>/g)).toHaveLength(2);
    expect(outcome.report.places.map(({ text }) => text)).toEqual(['☒', '☐', '☒']);
    expect(outcome.report.skipped).toEqual([]);
  });

  it('keeps its boxes and says why where an answer is neither yes nor no', async () => {
    const original = checklist([{ cell: 'B2' }, { cell: 'B3' }, { cell: 'B4' }]);
    const { bytes, outcome } = await answerAll(original, 'a.xlsx', () => 'Every spring.');
    expect(changedParts(original, bytes)).toEqual([]);
    expect(outcome.report.skipped.map(({ reason }) => reason)).toEqual(ASKED.map(() => 'no_matching_option'));
  });

  it('has the box ticked whose words are the answer, and the cell told that the box is linked to', async () => {
    const boxes = [2, 3, 4].flatMap((row) => [
      { cell: `D${row}`, label: 'Yes', link: `$F$${row}` },
      { cell: `D${row}`, label: 'No', checked: true },
    ]);
    const original = checklist(boxes);
    const { bytes } = await answerAll(original, 'a.xlsx', () => 'Yes');
    const again = questionsOf(await extract(bytes, 'a.xlsx'));
    expect(again.map(({ existingAnswer }) => existingAnswer)).toEqual(['Yes', 'Yes', 'Yes']);
    expect(partText(bytes, SHEET).match(/<c r="F\d" t="b"><v>1<\/v><\/c>/g)).toHaveLength(3);
  });
});
