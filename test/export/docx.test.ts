import { describe, expect, it } from '@jest/globals';
import {
  buildDocx,
  cell,
  control,
  legacyCheckBox,
  legacyText,
  paragraph,
  run,
  table,
} from '../../services/questionnaire/src/documents/fixtures/docx.fixture.js';
import { readTextFixture } from '../../services/questionnaire/src/documents/fixtures/read.fixture.js';
import type { QuestionPlace } from '../../services/questionnaire/src/extraction/result.js';
import type { ExportedQuestion } from '../../services/questionnaire/src/export/model.js';
import { answerAll, changedParts, exportTo, extract, partText, questionsOf, toExport } from './round-trip.js';

const PART = 'word/document.xml';
const asked = (n: number): string => `Do you review security control ${n} every year?`;

/** A question at a place, as if extraction had found it there. */
function question(text: string, answered: Partial<ExportedQuestion> & { location: QuestionPlace }): ExportedQuestion {
  const found = {
    key: text,
    ordinal: 0,
    section: '',
    number: '',
    text,
    stem: '',
    answerLocation: null,
    commentLocation: null,
    answerType: 'text' as const,
    options: [],
    optionLocations: [],
    isRequired: false,
    existingAnswer: '',
    hidden: false,
    sheetName: '',
  };
  return toExport({ ...found, location: answered.location }, answered);
}

const at = (row: number, column: number, number = 1): QuestionPlace => ({ table: number, row, column });

async function cells(bytes: Uint8Array): Promise<string[][]> {
  const model = await readTextFixture(bytes, 'a.docx');
  const tables = model.blocks.filter((block) => block.kind === 'table');
  return tables.flatMap((block) =>
    block.rows.map((row) => row.map((one) => (one.checked ?? []).join(', ') || one.text)),
  );
}

describe('a Word document that is given back with its answers', () => {
  it('fills table cells, keeps their look, and leaves every other part as it was', async () => {
    const rows = [1, 2, 3].map((n) => [cell(String(n)), cell(asked(n)), cell('')]);
    const original = buildDocx([
      table([[cell('No.'), cell('Question'), cell('Answer')], ...rows]),
      paragraph('The end.'),
    ]);
    const { bytes, questions } = await answerAll(original, 'a.docx');
    expect(questions).toHaveLength(3);
    expect(changedParts(original, bytes)).toEqual([PART]);
    const after = questionsOf(await extract(bytes, 'a.docx'));
    expect(after.map((found) => [found.text, found.existingAnswer])).toEqual(
      questions.map(({ text, answer }) => [text, answer]),
    );
  });

  it('replaces what a cell said, with all its lines, and keeps the format of its text', async () => {
    const old = paragraph([run('old ', '<w:i/>'), run('answer')]) + paragraph('second line');
    const original = buildDocx([table([[cell(asked(1)), cell(old, { isXml: true })]])]);
    const { bytes } = await exportTo(original, 'a.docx', [
      question(asked(1), {
        location: at(1, 1),
        answerLocation: at(1, 2),
        existingAnswer: 'old',
        answer: 'New <one>\nand more.',
      }),
    ]);
    expect(await cells(bytes)).toEqual([[asked(1), 'New <one>\nand more.']]);
    expect(partText(bytes, PART)).toContain(
      '<w:r><w:rPr><w:i/></w:rPr><w:t xml:space="preserve">New &lt;one&gt;</w:t><w:br/>',
    );
  });

  it('finds the cell behind vertical merges, spans and deleted rows', async () => {
    const deletedRow = `<w:tr><w:trPr><w:del w:id="9" w:author="a"/></w:trPr>${cell('gone')}${cell('gone')}${cell('')}</w:tr>`;
    const content = table([
      [cell('Area', { merge: 'restart' }), cell(asked(1)), cell('')],
      [cell('', { merge: 'continue' }), cell(asked(2)), cell('')],
      [cell(asked(3), { span: 2 }), cell('')],
    ]).replace('<w:tr>', `${deletedRow}<w:tr>`);
    const original = buildDocx([content]);
    const { bytes } = await exportTo(
      original,
      'a.docx',
      [1, 2, 3].map((n) =>
        question(asked(n), { location: at(n, 2), answerLocation: at(n, 3), answer: `Answer ${n}.` }),
      ),
    );
    expect(await cells(bytes)).toEqual([
      ['Area', asked(1), 'Answer 1.'],
      [asked(2), 'Answer 2.'],
      [asked(3), 'Answer 3.'],
    ]);
  });

  it('fills content controls around cells, in cells, in text and around paragraphs, and drops their prompts', async () => {
    const prompt = paragraph([run('Click here to enter text.', '<w:rStyle w:val="PlaceholderText"/>')]);
    const around = control('text', { id: 11, prompt: true, content: `<w:tc>${prompt}</w:tc>` });
    const inside = cell(control('list', { id: 12, prompt: true, items: ['Yes', 'No'], content: prompt }), {
      isXml: true,
    });
    const original = buildDocx([
      table([
        [cell(asked(1)), around],
        [cell(asked(2)), inside],
      ]),
      paragraph([run('Company name: '), control('text', { id: 13, prompt: true, content: run('Click here') })]),
      control('text', { id: 14, prompt: true, title: 'Describe your process', content: prompt }),
    ]);
    const { bytes, outcome } = await exportTo(original, 'a.docx', [
      question(asked(1), { location: at(1, 1), answerLocation: at(1, 2), answer: 'First.' }),
      question(asked(2), {
        location: at(2, 1),
        answerLocation: at(2, 2),
        options: ['Yes', 'No'],
        answerType: 'boolean',
        answer: 'no',
      }),
      question('Company name', { location: { field: 'sdt:13' }, answerLocation: { field: 'sdt:13' }, answer: 'Acme' }),
      question('Describe', {
        location: { field: 'sdt:14' },
        answerLocation: { field: 'sdt:14' },
        answer: 'As the policy says.',
      }),
    ]);
    expect(outcome.report.skipped).toEqual([]);
    expect(await cells(bytes)).toEqual([
      [asked(1), 'First.'],
      [asked(2), 'No'],
    ]);
    const model = await readTextFixture(bytes, 'a.docx');
    const values = model.blocks.flatMap((block) => (block.kind === 'field' ? [[block.name, block.value]] : []));
    expect(values).toEqual([
      ['sdt:13', 'Acme'],
      ['sdt:14', 'As the policy says.'],
    ]);
    expect(partText(bytes, PART)).not.toMatch(/showingPlcHdr|PlaceholderText|Click here/);
  });

  it('loosens a control from the part that Word would fill it from again', async () => {
    const bound = control('text', { id: 5, content: paragraph('old') }).replace(
      '<w:text/>',
      '<w:dataBinding w:xpath="/a" w:storeItemID="{1}"/><w:text/>',
    );
    const { bytes, outcome } = await exportTo(buildDocx([bound]), 'a.docx', [
      question('Name', { location: { field: 'sdt:5' }, answerLocation: { field: 'sdt:5' }, answer: 'new' }),
    ]);
    expect(partText(bytes, PART)).not.toContain('dataBinding');
    expect(outcome.report.places).toMatchObject([{ note: 'data_binding_removed' }]);
  });

  it('ticks boxes of every kind and takes other ticks away', async () => {
    const box = (checked: boolean): string => control('checkbox', { checked, content: run(checked ? '☒' : '☐') });
    const original = buildDocx([
      table([
        [cell(asked(1)), cell(paragraph([box(true), run(' Yes '), box(false), run(' No')]), { isXml: true })],
        [
          cell(asked(2)),
          cell(paragraph([legacyCheckBox('a', false), run(' Yes '), legacyCheckBox('b', false), run(' No')]), {
            isXml: true,
          }),
        ],
        [cell(asked(3)), cell('☐ Yes ☐ No')],
        [cell(asked(4)), cell('[ ] Yes\u00a0 [ ] No')],
        [
          cell(asked(5)),
          cell(
            paragraph([
              '<w:r><w:sym w:font="Wingdings" w:char="F0A8"/></w:r>',
              run(' Yes '),
              '<w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r>',
              run(' No'),
            ]),
            { isXml: true },
          ),
        ],
      ]),
    ]);
    const boxes = { options: ['Yes', 'No'], answerType: 'boolean' as const };
    const answers = ['No', 'Yes', 'No', 'Yes', 'Yes'];
    const { bytes } = await exportTo(
      original,
      'a.docx',
      answers.map((answer, i) =>
        question(asked(i + 1), { ...boxes, answer, location: at(i + 1, 1), answerLocation: at(i + 1, 2) }),
      ),
    );
    expect((await cells(bytes)).map(([, ticked]) => ticked)).toEqual(answers);
    expect(changedParts(original, bytes)).toEqual([PART]);
  });

  it('ticks the boxes of each question of a paragraph that holds several', async () => {
    const original = buildDocx([paragraph('Data is encrypted. ☐ Yes ☐ No Keys are rotated. ☐ Yes ☐ No')]);
    const place = { paragraph: 1 };
    const boxes = { options: ['Yes', 'No'], answerType: 'boolean' as const, location: place };
    const { bytes } = await exportTo(original, 'a.docx', [
      question('Data is encrypted.', { ...boxes, answer: 'Yes' }),
      question('Keys are rotated.', { ...boxes, answer: 'No' }),
    ]);
    expect(partText(bytes, PART)).toContain('Data is encrypted. ☒ Yes ☐ No Keys are rotated. ☐ Yes ☒ No');
  });

  it('writes on lines, behind "Answer:", into empty paragraphs and behind questions', async () => {
    const original = buildDocx([
      paragraph('Company: ________ Contact: ____________'),
      paragraph(asked(1)),
      paragraph('Answer:'),
      paragraph(asked(2)),
      '<w:p/>',
      paragraph(asked(3), { list: 1 }),
      paragraph('Thank you.'),
    ]);
    const line = { location: { paragraph: 1 }, answerLocation: { paragraph: 1 } };
    const { bytes, outcome } = await exportTo(original, 'a.docx', [
      question('Company:', line),
      question('Contact:', { ...line, answer: 'Ada Lovelace' }),
      question(asked(1), { location: { paragraph: 2 }, answerLocation: { paragraph: 3 }, answer: 'Yes.' }),
      question(asked(2), { location: { paragraph: 4 }, answerLocation: { paragraph: 5 }, answer: 'Each May.' }),
      question(asked(3), { location: { paragraph: 6 }, answer: 'No.' }),
    ]);
    expect(outcome.report.skipped).toEqual([]);
    const model = await readTextFixture(bytes, 'a.docx');
    expect(model.blocks.map((block) => (block.kind === 'paragraph' ? block.text : ''))).toEqual([
      'Company: ________ Contact: Ada Lovelace',
      asked(1),
      'Answer: Yes.',
      asked(2),
      'Answer: Each May.',
      asked(3),
      'Answer: No.',
      'Thank you.',
    ]);
  });

  it('fills legacy text fields', async () => {
    const original = buildDocx([paragraph([run('Name: '), legacyText('name', 'old')])]);
    const { bytes } = await exportTo(original, 'a.docx', [
      question('Name', { location: { field: 'field:name' }, answerLocation: { field: 'field:name' }, answer: 'Acme' }),
    ]);
    const model = await readTextFixture(bytes, 'a.docx');
    expect(model.blocks).toMatchObject([{ kind: 'field', name: 'field:name', value: 'Acme' }]);
  });

  it('answers beside or below a question in a table that leaves no place for it', async () => {
    const original = buildDocx([
      table([[cell('[ ] Yes [ ] No'), cell(asked(1))], [cell(asked(2)), cell('')], [cell(asked(3), { span: 2 })]]),
    ]);
    const { bytes } = await exportTo(original, 'a.docx', [
      question(asked(1), { location: at(1, 2), answer: 'Yes. We do.' }),
      question(asked(2), { location: at(2, 1), answer: 'We do.' }),
      question(asked(3), { location: at(3, 1), answer: 'We do.' }),
    ]);
    expect(await cells(bytes)).toEqual([['Yes', asked(1)], [asked(2), 'We do.'], [`${asked(3)}\nAnswer: We do.`]]);
  });

  it.each([
    ['strict Office Open XML', { strict: true }],
    ['another prefix', { prefix: 'ns0' }],
  ])('fills a document in %s', async (_, options) => {
    const rows = [1, 2, 3].map((n) => [cell(asked(n)), cell('')]);
    const original = buildDocx([table([[cell('Question'), cell('Answer')], ...rows])], options);
    const { bytes, questions } = await answerAll(original, 'a.docx');
    expect(questionsOf(await extract(bytes, 'a.docx')).map((found) => found.existingAnswer)).toEqual(
      questions.map(({ answer }) => answer),
    );
  });
});
