import { describe, expect, it } from '@jest/globals';
import { buildPdf, type PdfPageFixture } from '../fixtures/pdf.fixture.js';
import { readTextFixture } from '../fixtures/read.fixture.js';

type Shown = { text: string; options: string[]; checked: string[] };

const read = async (...pages: PdfPageFixture[]): Promise<Shown[]> =>
  (await readTextFixture(await buildPdf(pages), 'x.pdf')).blocks.flatMap((block) =>
    block.kind === 'paragraph'
      ? [{ text: block.text, options: block.options ?? [], checked: block.checked ?? [] }]
      : [],
  );

const optionsIn = async (page: PdfPageFixture): Promise<string[]> =>
  (await read(page)).flatMap(({ options }) => options);

const question = { text: 'How often do you train your staff?', x: 60, y: 100 };

describe('boxes that a PDF draws beside its text', () => {
  it.each([
    ['squares', false, 8],
    ['circles', true, 10],
    ['large squares', false, 14],
  ])('are read as boxes to tick: %s', async (_, isRound, size) => {
    const page = {
      texts: [question, { text: 'Every month', x: 80, y: 130 }, { text: 'Every year', x: 80, y: 150 }],
      shapes: [130, 150].map((y) => ({ x: 60, y: y - size + 1, size, isRound })),
    };
    expect(await optionsIn(page)).toEqual(['Every month', 'Every year']);
  });

  it('are read where their edge is a filled area, three below each other at least', async () => {
    const texts = [130, 150, 170].map((y) => ({ text: `Every ${y} days`, x: 80, y }));
    const shapes = [130, 150, 170].map((y) => ({ x: 60, y: y - 8, size: 9, isFilled: true }));
    expect(await optionsIn({ texts: [question, ...texts], shapes })).toEqual(texts.map(({ text }) => text));
    expect(await optionsIn({ texts: [question, ...texts], shapes: shapes.slice(1) })).toEqual([]);
  });

  it('are read in one line as in several', async () => {
    const texts = [question, { text: 'Monthly', x: 80, y: 130 }, { text: 'Yearly', x: 180, y: 130 }];
    const shapes = [60, 160].map((x) => ({ x, y: 122, size: 9 }));
    expect(await optionsIn({ texts, shapes })).toEqual(['Monthly', 'Yearly']);
  });

  it('are ticked by a letter that stands inside', async () => {
    const texts = [
      question,
      { text: 'X', x: 62, y: 130, size: 8 },
      { text: 'Monthly', x: 80, y: 130 },
      { text: 'Yearly', x: 80, y: 150 },
    ];
    const shapes = [121.5, 141.5].map((y) => ({ x: 60, y, size: 10 }));
    expect((await read({ texts, shapes })).flatMap(({ checked }) => checked)).toEqual(['Monthly']);
  });

  it('are none when they stand alone, hold text, touch each other or are much larger', async () => {
    const texts = [question, { text: 'Monthly', x: 120, y: 130 }, { text: 'Yearly', x: 120, y: 150 }];
    const alone = [{ x: 60, y: 122, size: 9 }];
    const comb = [60, 70, 80].map((x) => ({ x, y: 122, size: 10 }));
    const large = [130, 150].map((y) => ({ x: 60, y: y - 18, size: 19 }));
    for (const shapes of [alone, comb, large]) expect(await optionsIn({ texts, shapes })).toEqual([]);
    const counted = [130, 150].map((y, i) => ({ text: String(i + 1), x: 62, y, size: 8 }));
    const around = [121, 141].map((y) => ({ x: 58, y, size: 12, isRound: true }));
    expect(await optionsIn({ texts: [...texts, ...counted], shapes: around })).toEqual([]);
  });

  it('are not read twice where a form field stands in them', async () => {
    const page: PdfPageFixture = {
      texts: [question, { text: 'Monthly', x: 80, y: 130 }, { text: 'Yearly', x: 80, y: 150 }],
      shapes: [130, 150].map((y) => ({ x: 60, y: y - 10, size: 12 })),
      fields: [
        { name: 'monthly', type: 'checkbox', x: 60, y: 130, checked: true },
        { name: 'yearly', type: 'checkbox', x: 60, y: 150 },
      ],
    };
    const found = await read(page);
    expect(found.flatMap(({ options }) => options)).toEqual(['Monthly', 'Yearly']);
    expect(found.flatMap(({ checked }) => checked)).toEqual(['Monthly']);
  });
});

describe('rows of boxes under the words of a scale', () => {
  const row = (y: number, ...xs: number[]) => xs.map((x) => ({ x, y: y - 8, size: 9, isRound: true }));
  const heads = (y: number, ...words: [number, string][]) => words.map(([x, text]) => ({ text, x, y, size: 8 }));

  it('are statements, offered the words above the boxes', async () => {
    const page = {
      texts: [
        ...heads(110, [300, 'never'], [350, 'often'], [400, 'always']),
        { text: 'the hotline is reached at once', x: 60, y: 130 },
        { text: 'the answers help', x: 60, y: 150 },
      ],
      shapes: [130, 150].flatMap((y) => row(y, 306, 356, 410)),
    };
    expect((await read(page)).filter(({ options }) => options.length > 0)).toEqual([
      { text: 'the hotline is reached at once', options: ['never', 'often', 'always'], checked: [] },
      { text: 'the answers help', options: ['never', 'often', 'always'], checked: [] },
    ]);
  });

  it('count the steps where only the ends have words, above the boxes or beside them', async () => {
    const above = {
      texts: [...heads(110, [300, 'poor'], [400, 'good']), { text: 'Food in the canteen', x: 60, y: 130 }],
      shapes: row(130, 303, 353, 405),
    };
    expect((await read(above)).at(-1)?.options).toEqual(['poor', '2', 'good']);
    const beside = {
      texts: [130, 150].flatMap((y) => [
        { text: y === 130 ? 'Research' : 'Teaching', x: 60, y },
        { text: '0%', x: 270, y },
        { text: '100%', x: 430, y },
      ]),
      shapes: [130, 150].flatMap((y) => row(y, 306, 356, 406)),
    };
    expect(await read(beside)).toEqual(
      ['Research', 'Teaching'].map((text) => ({ text, options: ['1 (0%)', '2', '3 (100%)'], checked: [] })),
    );
  });

  it('are no running heads, though they stand at one height on every page', async () => {
    const page = (text: string): PdfPageFixture => ({
      texts: [
        { text, x: 60, y: 50 },
        { text: `${text} too`, x: 60, y: 90 },
      ],
      shapes: [50, 90].flatMap((y) => row(y, 300, 350, 400)),
    });
    const found = await read(page('Waiting'), page('Courtesy'), page('Price'));
    expect(found.map(({ options }) => options.length)).toEqual([3, 3, 3, 3, 3, 3]);
  });

  it('keep a counted statement together, whose lines hang behind its number', async () => {
    const page = {
      texts: [
        { text: 'Firm', x: 40, y: 100, isBold: true },
        { text: 'Yes No', x: 398, y: 100, size: 8 },
        { text: '1.1 Has the firm or a partner of it ever failed to pay under any', x: 60, y: 120, size: 9 },
        { text: 'Public or secured debt?', x: 80, y: 131, size: 9 },
        { text: '1.2 Is it listed?', x: 60, y: 150, size: 9 },
      ],
      shapes: [131, 150].flatMap((y) => row(y, 398, 414)),
    };
    expect((await read(page)).filter(({ options }) => options.length === 2)).toEqual([
      {
        text: '1.1 Has the firm or a partner of it ever failed to pay under any Public or secured debt?',
        options: ['Yes', 'No'],
        checked: [],
      },
      { text: '1.2 Is it listed?', options: ['Yes', 'No'], checked: [] },
    ]);
  });

  it('keep the lines of a wrapped statement together, wherever the boxes stand beside it', async () => {
    for (const at of [130, 137, 143]) {
      const page = {
        texts: [
          { text: 'during the talk between the telephone and the', x: 60, y: 130 },
          { text: 'servers my data is not safe', x: 60, y: 143 },
          { text: 'the way to the office is far', x: 60, y: 170 },
        ],
        shapes: [...row(at, 400, 420, 440, 460), ...row(170, 400, 420, 440, 460)],
      };
      const rated = (await read(page)).filter(({ options }) => options.length === 4);
      expect(rated.map(({ text }) => text).slice(-2)).toEqual([
        'during the talk between the telephone and the servers my data is not safe',
        'the way to the office is far',
      ]);
    }
  });
});
