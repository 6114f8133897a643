import { describe, expect, it } from '@jest/globals';
import {
  buildDocx,
  cell,
  control,
  deleted,
  inserted,
  legacyCheckBox,
  legacyList,
  legacyText,
  paragraph,
  run,
  table,
  textBox,
} from '../fixtures/docx.fixture.js';
import { readTextFixture } from '../fixtures/read.fixture.js';
import type { BlockModel, TableBlock } from '../model.js';

const read = async (content: string[], options?: Parameters<typeof buildDocx>[1]): Promise<BlockModel[]> =>
  (await readTextFixture(buildDocx(content, options), 'a.docx')).blocks;
const texts = (blocks: BlockModel[]): string[] =>
  blocks.map((block) =>
    block.kind === 'paragraph' ? block.text : block.kind === 'field' ? `[${block.label}]` : 'table',
  );
const tableOf = (blocks: BlockModel[], nth = 0): TableBlock =>
  blocks.filter((block) => block.kind === 'table')[nth] as TableBlock;
const grid = (block: TableBlock): string[][] => block.rows.map((row) => row.map(({ text }) => text));

describe('reading a Word document', () => {
  it('computes automatic numbers over levels, empty paragraphs and lists', async () => {
    const blocks = await read([
      paragraph('First', { list: 1 }),
      paragraph('Inner', { list: 1, level: 1 }),
      paragraph('Inner again', { list: 1, level: 1 }),
      paragraph('Deep', { list: 1, level: 2 }),
      paragraph('', { list: 1 }),
      paragraph('Third', { list: 1 }),
      paragraph('Inner restarts', { list: 1, level: 1 }),
      paragraph('Letters', { list: 2 }),
      paragraph('Bullet', { list: 3 }),
      paragraph('By style', { style: 'Numbered' }),
    ]);
    expect(blocks.map((block) => (block.kind === 'paragraph' ? block.number : undefined))).toEqual([
      '1.',
      '1.1',
      '1.2',
      'i)',
      '3.',
      '3.1',
      'a)',
      undefined,
      '4.',
    ]);
    expect(blocks.map((block) => block.kind === 'paragraph' && block.listLevel)).toEqual([0, 1, 1, 2, 0, 1, 0, 0, 0]);
  });

  it('takes what a legacy drop-down shows for a choice only when somebody chose it', async () => {
    const lists = [
      legacyList('one', ['Yes', 'No']),
      legacyList('two', ['Yes', 'No'], 0),
      legacyList('three', ['Yes', 'No'], 1),
    ];
    const blocks = await read([
      table(lists.map((list) => [cell(run('Locked?')), cell(paragraph([list]), { isXml: true })])),
    ]);
    expect(tableOf(blocks).rows.map(([, answer]) => [answer?.text, answer?.options, answer?.checked])).toEqual([
      ['', ['Yes', 'No'], undefined],
      ['Yes', ['Yes', 'No'], ['Yes']],
      ['No', ['Yes', 'No'], ['No']],
    ]);
  });

  it('knows headings by style, outline and derived style, and the weight of text', async () => {
    const blocks = await read([
      paragraph('A', { style: 'Heading1' }),
      paragraph('B', { style: 'Derived' }),
      paragraph('C', { bold: true }),
      paragraph('D'),
    ]);
    expect(blocks).toMatchObject([
      { heading: 1, bold: true, fontSize: 16 },
      { heading: 1, bold: true },
      { bold: true, fontSize: 11 },
      { text: 'D' },
    ]);
    expect(blocks[3]).not.toHaveProperty('bold');
  });

  it('shows the final state of tracked changes', async () => {
    const blocks = await read([
      paragraph([run('kept '), deleted('gone '), inserted('new')]),
      paragraph('runs ', { markDeleted: true }),
      paragraph('on'),
      table([[cell('stays')]]).replace(
        '</w:tbl>',
        '<w:tr><w:trPr><w:del w:id="9" w:author="a"/></w:trPr><w:tc><w:p><w:r><w:t>row gone</w:t></w:r></w:p></w:tc></w:tr></w:tbl>',
      ),
    ]);
    expect(texts(blocks)).toEqual(['kept new', 'runs on', 'table']);
    expect(grid(tableOf(blocks))).toEqual([['stays']]);
  });

  it('knows what a list offers that wraps a cell, without its prompt', async () => {
    const list = control('list', { items: ['Yes', 'No'], content: cell('No') });
    const untitled = list.replace(
      /<w:listItem w:displayText="Choose an item." w:value=""\/>/,
      '<w:listItem w:value="Choose an item."/>',
    );
    const blocks = await read([
      table([
        [cell('Paper alone'), list],
        [cell('People, too'), untitled, cell('last')],
      ]),
    ]);
    expect(
      tableOf(blocks).rows.map((row) => row.map(({ text, options, checked }) => [text, options, checked])),
    ).toEqual([
      [
        ['Paper alone', undefined, undefined],
        ['No', ['Yes', 'No'], ['No']],
      ],
      [
        ['People, too', undefined, undefined],
        ['No', ['Yes', 'No'], ['No']],
        ['last', undefined, undefined],
      ],
    ]);
  });

  it('keeps cells that a content control wraps, merged cells and their places', async () => {
    const blocks = await read([
      table([
        [cell('Question', { fill: '1F4E78' }), cell('Answer', { span: 2 })],
        [cell('Group', { merge: 'restart' }), control('text', { content: cell('in a control') }), cell('last')],
        [cell('', { merge: 'continue' }), cell('b'), cell('c')],
      ]),
    ]);
    const { rows } = tableOf(blocks);
    expect(rows.map((row) => row.map((c) => [c.text, c.column, c.rowSpan, c.columnSpan]))).toEqual([
      [
        ['Question', 0, 1, 1],
        ['Answer', 1, 1, 2],
      ],
      [
        ['Group', 0, 2, 1],
        ['in a control', 1, 1, 1],
        ['last', 2, 1, 1],
      ],
      [
        ['b', 1, 1, 1],
        ['c', 2, 1, 1],
      ],
    ]);
    expect(rows[0]?.[0]?.filled).toBe(true);
  });

  it('gives inner tables after the outer one, nothing lost and nothing doubled', async () => {
    const inner = table([[cell('inner')]]);
    const blocks = await read([
      table([[cell(`${paragraph('outer')}${inner}${paragraph('after')}`, { isXml: true })]]),
      paragraph('end'),
    ]);
    expect(texts(blocks)).toEqual(['table', 'table', 'end']);
    expect([grid(tableOf(blocks)), grid(tableOf(blocks, 1))]).toEqual([[['outer\nafter']], [['inner']]]);
  });

  it('reads a text box once, after the paragraph it is anchored in', async () => {
    const blocks = await read([paragraph([run('anchor'), textBox(paragraph('boxed'))]), paragraph('next')]);
    expect(texts(blocks)).toEqual(['anchor', 'boxed', 'next']);
    expect(blocks.map((block) => block.index)).toEqual([0, 1, 2]);
  });

  it('turns check boxes of every kind into options', async () => {
    const modern = (label: string, checked: boolean) =>
      control('checkbox', { checked, content: run(checked ? '☒' : '☐') }) + run(` ${label} `);
    const blocks = await read([
      paragraph([run('Modern? '), modern('Yes', true), modern('No', false)]),
      paragraph([run('Legacy? '), legacyCheckBox('a', false), run(' Yes '), legacyCheckBox('b', true), run(' No')]),
      paragraph([
        run('Symbols? '),
        '<w:r><w:sym w:font="Wingdings" w:char="F0A8"/></w:r>',
        run(' Yes '),
        run('\uf0fe', '<w:rFonts w:ascii="Wingdings"/>'),
        run(' No'),
      ]),
      paragraph('Typed? [ ] Yes [x] No'),
      table([[cell('☐ Yes'), cell('Do you? ☐ Yes ☐ No')]]),
    ]);
    const expected = { options: ['Yes', 'No'] };
    expect(blocks.slice(0, 4)).toMatchObject([
      { text: 'Modern?', ...expected, checked: ['Yes'] },
      { text: 'Legacy?', ...expected, checked: ['No'] },
      { text: 'Symbols?', ...expected, checked: ['No'] },
      { text: 'Typed?', ...expected, checked: ['No'] },
    ]);
    expect(tableOf(blocks).rows[0]).toMatchObject([
      { text: '☐ Yes', options: ['Yes'] },
      { text: 'Do you?', options: ['Yes', 'No'] },
    ]);
  });

  it.each([
    ['Requesting department', 'RequestingDept'],
    ['Ansprechpartner', 'txt_contact'],
    ['Date de la demande', 'Field12'],
    ['申请日期', 'RequestDate'],
  ])('labels a field by the text above it, not by a name made for programs: "%s"', async (label, name) => {
    const content = run('Click here.');
    for (const named of [{ title: name }, { tag: name }]) {
      const blocks = await read([
        paragraph(label),
        paragraph([control('text', { id: 21, prompt: true, content, ...named })]),
        paragraph([control('text', { id: 22, prompt: true, content, tag: 'TotalAmount' })]),
      ]);
      expect(blocks).toMatchObject([
        { kind: 'paragraph', text: label },
        { kind: 'field', name: 'sdt:21', label: '' },
        { kind: 'field', name: 'sdt:22', label: 'Total Amount' },
      ]);
    }
  });

  it('gives content controls and legacy fields as fields with their label, options and value, without prompts', async () => {
    const blocks = await read([
      paragraph([
        run('Company: '),
        control('text', { id: 11, prompt: true, content: run('Click here to enter text.') }),
      ]),
      control('text', { id: 12, title: 'Contact', content: paragraph('Jane') }),
      paragraph([run('Region: '), control('list', { id: 13, items: ['EU', 'US'], content: run('EU') })]),
      paragraph([run('Days: '), legacyText('days', '30')]),
      table([
        [
          cell(paragraph([control('list', { items: ['Yes', 'No'], prompt: true, content: run('Choose an item.') })]), {
            isXml: true,
          }),
        ],
      ]),
    ]);
    expect(blocks.slice(0, 4)).toMatchObject([
      { kind: 'field', name: 'sdt:11', label: 'Company:', type: 'text', options: [], value: '' },
      { kind: 'field', name: 'sdt:12', label: 'Contact', type: 'text', options: [], value: 'Jane' },
      { kind: 'field', name: 'sdt:13', label: 'Region:', type: 'choice', options: ['EU', 'US'], value: 'EU' },
      { kind: 'field', name: 'field:days', label: 'Days:', type: 'text', options: [], value: '30' },
    ]);
    expect(tableOf(blocks).rows[0]).toMatchObject([{ text: '', options: ['Yes', 'No'] }]);
  });

  it('keeps the number of a cell apart from its text, or as its text when it has no other', async () => {
    const numbered = (text: string): string => cell(paragraph(text, { list: 1 }), { isXml: true });
    const { rows } = tableOf(await read([table([[numbered(''), cell('Why?')], [numbered('Do you?')]])]));
    expect(rows[0]?.[0]).toMatchObject({ text: '1.', number: '1.' });
    expect(rows[1]?.[0]).toMatchObject({ text: 'Do you?', number: '2.' });
  });

  it('marks lines of a table of contents and leaves out hidden text, field codes and comments', async () => {
    const blocks = await read([
      paragraph('1 Scope 3', { style: 'TOC1' }),
      paragraph([
        run('shown'),
        run('hidden', '<w:vanish/>'),
        '<w:r><w:instrText>PAGE</w:instrText></w:r>',
        '<w:r><w:commentReference w:id="1"/></w:r>',
      ]),
    ]);
    expect(blocks).toMatchObject([{ contents: true }, { text: 'shown' }]);
  });

  it.each([
    ['strict namespaces', { strict: true }],
    ['another prefix', { prefix: 'doc' }],
  ])('reads a document with %s', async (_, options) => {
    expect(texts(await read([paragraph('same', { style: 'Heading1' }), table([[cell('x')]])], options))).toEqual([
      'same',
      'table',
    ]);
  });

  it('does not read what is struck out, by a run or by its style', async () => {
    const parts = {
      'word/styles.xml':
        '<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="character" w:styleId="Gone"><w:rPr><w:dstrike/></w:rPr></w:style></w:styles>',
    };
    const { blocks } = await readTextFixture(
      buildDocx(
        [
          paragraph([run('Do you keep '), run('paper ', '<w:strike/>'), run('digital records?')]),
          paragraph([run('Is there a fax?', '<w:rStyle w:val="Gone"/>')]),
          paragraph([run('Who reads them?', '<w:strike w:val="0"/>')]),
        ],
        { parts },
      ),
      'a.docx',
    );
    expect(blocks.map((block) => [block.index, block.kind === 'paragraph' && block.text])).toEqual([
      [0, 'Do you keep digital records?'],
      [2, 'Who reads them?'],
    ]);
  });
});
