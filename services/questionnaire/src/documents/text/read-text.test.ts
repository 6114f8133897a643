import { describe, expect, it } from '@jest/globals';
import { readTextFixture } from '../fixtures/read.fixture.js';
import type { BlockModel, TableBlock } from '../model.js';
import { readPastedText } from './read-plain.js';

const read = async (text: string, name: string): Promise<BlockModel[]> =>
  (await readTextFixture(Buffer.from(text), name)).blocks;

describe('reading texts', () => {
  it('reads pasted text line by line with the lines counted as pasted', () => {
    const { blocks } = readPastedText('\uFEFF1. First?\r\n\r\n  2) Second?\n');
    expect(blocks).toEqual([
      { kind: 'paragraph', index: 0, text: '1. First?', line: 1 },
      { kind: 'paragraph', index: 1, text: '  2) Second?', line: 3 },
    ]);
  });

  it('leaves out what generators of sites add to Markdown', async () => {
    const blocks = await read(
      'Back up daily. Say so to your lead.\n{: .notice--warning}\n\n- See the [plan]({% link _docs/plan.md %}) first\n- Ask the {term}`Keeper` or :doc:`the desk`\n\nA set {1, 2} stays, and 10:30 too.\n',
      'a.md',
    );
    expect(blocks.map((b) => (b as { text: string }).text.trim())).toEqual([
      'Back up daily. Say so to your lead.',
      'See the plan first',
      'Ask the Keeper or the desk',
      'A set {1, 2} stays, and 10:30 too.',
    ]);
  });

  it('reads a table between bars in pasted text, and lines with bars that are none', () => {
    const { blocks } = readPastedText(
      'Rooms | halls\n| # | Question |  |\n|---|:--|---|\n| 1 | Is it \\| was it lit? | |\nEnd\n',
    );
    expect(blocks).toMatchObject([
      { kind: 'paragraph', text: 'Rooms | halls', line: 1 },
      { kind: 'table', index: 1 },
      { kind: 'paragraph', text: 'End', index: 2, line: 5 },
    ]);
    expect((blocks[1] as TableBlock).rows.map((row) => row.map(({ text }) => text))).toEqual([
      ['#', 'Question', ''],
      ['1', 'Is it | was it lit?', ''],
    ]);
    expect(readPastedText('| only one |').blocks).toMatchObject([{ kind: 'paragraph' }]);
  });

  it('reads Markdown: headings, list items with their level, tables, plain text of markup', async () => {
    const blocks = await read(
      '---\ntitle: x\n---\n# Policy\n\nWe **encrypt** [data](http://x)\nat `rest`.\n\n- outer\n  - inner\n\n3. third\n4. fourth\n\n| Q | A |\n|---|:-:|\n| Why? | a \\| b |\n',
      'a.md',
    );
    expect(blocks.slice(0, 6)).toMatchObject([
      { text: 'Policy', heading: 1 },
      { text: 'We encrypt data at rest.' },
      { text: 'outer', listLevel: 0 },
      { text: 'inner', listLevel: 1 },
      { text: 'third', number: '3.', listLevel: 0 },
      { text: 'fourth', number: '4.' },
    ]);
    expect((blocks[6] as TableBlock).rows.map((row) => row.map(({ text }) => text))).toEqual([
      ['Q', 'A'],
      ['Why?', 'a | b'],
    ]);
  });

  it('reads a web page: what is seen, in order, without scripts', async () => {
    const blocks = await read(
      '<!doctype html><html><head><title>t</title><style>p{}</style></head><body><h2>Access &amp; keys</h2><p>Do you\n <b>rotate</b> keys?<br>How often?</p><script>evil()</script><ol><li>one<ul><li>inner</li></ul></li><li>two</li></ol><table><tr><th>Q</th><th>A</th></tr><tr><td>Why?</td><td><p>x</p><p>y</p></td></tr></table><label><input type=checkbox checked> Yes</label></body></html>',
      'a.html',
    );
    expect(blocks).toMatchObject([
      { text: 'Access & keys', heading: 2 },
      { text: 'Do you rotate keys?\nHow often?' },
      { text: 'one', listLevel: 0, number: '1.' },
      { text: 'inner', listLevel: 1 },
      { text: 'two', listLevel: 0, number: '2.' },
      { kind: 'table' },
      { options: ['Yes'], checked: ['Yes'] },
    ]);
    expect((blocks[5] as TableBlock).rows.map((row) => row.map(({ text }) => text))).toEqual([
      ['Q', 'A'],
      ['Why?', 'x\ny'],
    ]);
  });

  it('does not read what is struck out', async () => {
    expect(await read('<p>Do you keep <del>paper</del> <s>films</s> records?</p>', 'a.html')).toMatchObject([
      { text: 'Do you keep records?' },
    ]);
    expect(await read('Do you keep ~~paper~~ records, about ~5 of them?', 'a.md')).toMatchObject([
      { text: 'Do you keep  records, about ~5 of them?' },
    ]);
  });
});
