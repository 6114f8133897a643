import { describe, expect, it } from '@jest/globals';
import { buildPdf, type PdfPageFixture } from '../fixtures/pdf.fixture.js';
import { readTextFixture } from '../fixtures/read.fixture.js';

const read = async (...pages: PdfPageFixture[]): Promise<string[]> =>
  (await readTextFixture(await buildPdf(pages), 'x.pdf')).blocks.map((block) =>
    block.kind === 'paragraph' ? block.text : block.kind,
  );

const column = (x: number, lines: readonly (readonly [y: number, text: string])[]) =>
  lines.map(([y, text]) => ({ text, x, y }));

describe('columns of questions in a PDF', () => {
  it('are read one after the other when their numbers go on from the foot of the left to the head of the right', async () => {
    const blocks = await read({
      texts: [
        ...column(60, [
          [100, '1. Who owns the service desk, and who'],
          [114, 'stands in for them?'],
          [200, '2. Which hours are covered?'],
          [300, '3. Are calls recorded?'],
        ]),
        ...column(330, [
          [100, '4. Which languages are spoken?'],
          [200, '5. How are complaints handled, and'],
          [214, 'who is told about them?'],
        ]),
      ],
    });
    expect(blocks).toEqual([
      '1. Who owns the service desk, and who stands in for them?',
      '2. Which hours are covered?',
      '3. Are calls recorded?',
      '4. Which languages are spoken?',
      '5. How are complaints handled, and who is told about them?',
    ]);
  });

  it('stay rows when the numbers go on from row to row', async () => {
    const rows = [100, 140, 180].flatMap((y, i) => [
      { text: `${2 * i + 1}. Is the lift tested?`, x: 60, y },
      { text: `${2 * i + 2}. Is the alarm tested?`, x: 330, y },
    ]);
    expect((await read({ texts: rows }))[0]).toContain('2. Is the alarm tested?');
  });

  it('are told apart where the gap between them is narrow', async () => {
    const blocks = await read({
      texts: [
        ...column(60, [
          [100, '• Which doors are watched by a camera and'],
          [130, '• Who may enter?'],
          [160, '• Who locks up?'],
          [190, '• Who has keys?'],
        ]),
        ...column(304, [
          [100, '• Where is the plan of the building kept?'],
          [130, '• Who cleans?'],
          [160, '• Are bags searched?'],
          [190, '• Is there a safe?'],
        ]),
      ],
    });
    expect(blocks).toHaveLength(8);
    expect(blocks[4]).toContain('Where is the plan of the building kept?');
  });
});

it('drops what stands on the line of the page number, also of the only page', async () => {
  const blocks = await read({
    texts: [
      { text: 'Is there a fire plan?', x: 60, y: 200 },
      { text: 'FM-12 rev. 2', x: 60, y: 820, size: 8 },
      { text: 'Page 1 of 1', x: 480, y: 820, size: 8 },
    ],
  });
  expect(blocks).toEqual(['Is there a fire plan?']);
});
