import { describe, expect, it } from '@jest/globals';
import iconv from 'iconv-lite';
import { answerAll, exportTo, extract, questionsOf, toExport } from './round-trip.js';

const asked = (n: number): string => `Do you review security control ${n} every year?`;

async function fill(bytes: Uint8Array, answers: string[]): Promise<Buffer> {
  const { bytes: filled } = await answerAll(bytes, 'a.csv', (_, i) => answers[i] ?? '');
  return Buffer.from(filled);
}

describe('a CSV that is given back with its answers', () => {
  it('keeps delimiter, line ends, quoting and odd spacing of everything else', async () => {
    const lines = [
      '"No.";Question;Answer;Note',
      `1;"${asked(1)}";;  x `,
      '',
      `2;${asked(2)};;"a ""b"""`,
      `3;${asked(3)};;`,
    ];
    const filled = await fill(Buffer.from(lines.join('\r\n')), ['Yes; always.', '', 'Line 1\nLine 2']);
    lines[1] = `1;"${asked(1)}";"Yes; always.";  x `;
    lines[4] = `3;${asked(3)};"Line 1\r\nLine 2";`;
    expect(filled.toString()).toBe(lines.join('\r\n'));
  });

  it.each([
    ['utf8', true],
    ['utf16le', true],
    ['utf16be', true],
    ['win1252', false],
    ['win1251', false],
  ])('keeps the encoding %s and its byte order mark', async (encoding, addBOM) => {
    const word = encoding === 'win1251' ? 'Да, всегда' : 'Für jede Prüfung ja';
    const text = ['Nr.,Question,Answer', ...[1, 2, 3, 4].map((n) => `${n},"${asked(n)} (${word}, ${word})",`)].join(
      '\n',
    );
    const original = iconv.encode(text, encoding, { addBOM });
    const filled = await fill(original, ['', word]);
    const expected = text.split('\n');
    expected[2] = `${expected[2] ?? ''}${encoding === 'win1251' ? `"${word}"` : word}`;
    expect(filled.equals(iconv.encode(expected.join('\n'), encoding, { addBOM }))).toBe(true);
  });

  it('gets a byte order mark when it was plain ASCII and an answer is not, and says so', async () => {
    const lines = ['Nr.,Question,Answer', ...[1, 2, 3].map((n) => `${n},${asked(n)},`)];
    const { bytes, outcome } = await answerAll(Buffer.from(lines.join('\n')), 'a.csv', (_, i) =>
      i === 1 ? 'Ja – für alle Geräte' : '',
    );
    lines[2] = `${lines[2] ?? ''}Ja – für alle Geräte`;
    expect(Buffer.from(bytes).toString('utf8')).toBe(`\u{feff}${lines.join('\n')}`);
    expect(outcome.report.notes).toMatchObject([{ code: 'byte_order_mark_added' }]);
    expect(questionsOf(await extract(bytes, 'a.csv')).map((question) => question.existingAnswer)).toEqual([
      '',
      'Ja – für alle Geräte',
      '',
    ]);
  });

  it('stays without a byte order mark when its own letters or the answers need none', async () => {
    const ascii = ['No.,Question,Answer', ...[1, 2, 3].map((n) => `${n},${asked(n)},`)].join('\n');
    const utf8 = ascii.replaceAll('security', 'sécurité');
    for (const [text, answer] of [
      [ascii, 'Yes.'],
      [utf8, 'Oui, très souvent.'],
    ] as const)
      expect((await fill(Buffer.from(text), [answer])).subarray(0, 3).toString()).toBe('No.');
  });

  it('writes similar signs where the encoding has none, and says so', async () => {
    const text = ['Nr.,Question,Answer', ...[1, 2, 3].map((n) => `${n},${asked(n)} Für Geräte? Größe?,`)].join('\n');
    const { bytes, outcome } = await answerAll(iconv.encode(text, 'win1252'), 'a.csv', (_, i) =>
      i === 0 ? 'Yes → ≥ 2 ł' : '',
    );
    expect(iconv.decode(Buffer.from(bytes), 'win1252').split('\n')[1]).toContain('Yes -> >= 2 ?');
    expect(outcome.report.places).toMatchObject([{ note: 'characters_replaced' }]);
  });

  it('adds the fields that a short record does not have, and a heading for them', async () => {
    const text = ['id,question', ...[1, 2, 3].map((n) => `${n},${asked(n)}`)].join('\n');
    const { bytes, questions } = await answerAll(Buffer.from(text), 'a.csv', (_, i) => (i === 1 ? 'Yes' : ''));
    expect(Buffer.from(bytes).toString()).toBe(
      ['id,question,Answer', `1,${asked(1)}`, `2,${asked(2)},Yes`, `3,${asked(3)}`].join('\n'),
    );
    const after = questionsOf(await extract(bytes, 'a.csv'));
    expect(after.map((found) => found.existingAnswer)).toEqual(questions.map(({ answer }) => answer));
  });

  it('defuses what a spreadsheet program would take for a formula, and nothing else', async () => {
    const text = ['No.,Question,Answer', ...[1, 2, 3, 4, 5].map((n) => `${n},${asked(n)},`)].join('\n');
    const found = questionsOf(await extract(Buffer.from(text), 'a.csv'));
    const answers = ['=cmd|calc!A1', '-5', '+1 555 010-0199', '@SUM(A1)', '-2+HYPERLINK("x")'];
    const { bytes } = await exportTo(
      Buffer.from(text),
      'a.csv',
      found.map((question, i) => toExport(question, { answer: answers[i] ?? '' })),
    );
    expect(Buffer.from(bytes).toString().split('\n').slice(1)).toEqual([
      `1,${asked(1)},'=cmd|calc!A1`,
      `2,${asked(2)},-5`,
      `3,${asked(3)},+1 555 010-0199`,
      `4,${asked(4)},'@SUM(A1)`,
      `5,${asked(5)},"'-2+HYPERLINK(""x"")"`,
    ]);
  });

  it('ticks the box of an option in a row of its own, and moves the tick', async () => {
    const rows = [
      '1.,How often is it washed?,',
      ',Daily,☐',
      ',Weekly,☐',
      '2.,Is it locked?,',
      ',At night,☐',
      ',Never,☐',
    ];
    const answers = ['Weekly', 'At night'];
    const { bytes, questions } = await answerAll(Buffer.from(rows.join('\n')), 'a.csv', (_, i) => answers[i] ?? '');
    expect(questions.map(({ options }) => options)).toEqual([
      ['Daily', 'Weekly'],
      ['At night', 'Never'],
    ]);
    const ticked = [rows[0], rows[1], ',Weekly,☒', rows[3], ',At night,☒', rows[5]].join('\n');
    expect(Buffer.from(bytes).toString()).toBe(ticked);
    const again = await answerAll(bytes, 'a.csv', (_, i) => ['Daily', 'At night'][i] ?? '');
    expect(Buffer.from(again.bytes).toString()).toBe(
      ticked.replace('Daily,☐', 'Daily,☒').replace('Weekly,☒', 'Weekly,☐'),
    );
  });
});
