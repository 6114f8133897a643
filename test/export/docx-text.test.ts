import { describe, expect, it } from '@jest/globals';
import {
  buildDocx,
  cell,
  paragraph,
  run,
  table,
  textBox,
} from '../../services/questionnaire/src/documents/fixtures/docx.fixture.js';
import { answerAll, extract, partText, questionsOf } from './round-trip.js';

const asked = (n: number): string => `Do you review security control ${n} every year?`;

describe('text in a Word document that is not plain', () => {
  it('keeps what is struck out as it stands, and strikes no answer out', async () => {
    const struck = '<w:r><w:rPr><w:strike/></w:rPr><w:t>no idea</w:t></w:r>';
    const original = buildDocx([
      table([
        [cell('Question'), cell('Answer')],
        [cell('Do you review access every year?'), cell(`<w:p>${struck}</w:p>`, { isXml: true })],
        [cell('Do you review vendors every year?'), cell('')],
      ]),
      paragraph('Do you review keys every year?'),
      paragraph([run('Answer: '), struck]),
    ]);
    const { bytes, questions } = await answerAll(original, 'a.docx', (_, i) => `Yes ${i}`);
    expect(questions.map((question) => question.existingAnswer)).toEqual(['', '', '']);
    const xml = partText(bytes, 'word/document.xml');
    expect(xml.split(struck)).toHaveLength(3);
    expect(xml.match(/strike/g)).toHaveLength(2);
    const after = questionsOf(await extract(bytes, 'a.docx'));
    expect(after.map((question) => question.existingAnswer)).toEqual(['Yes 0', 'Yes 1', 'Yes 2']);
  });

  it.each([
    ['an empty paragraph', ''],
    ['a paragraph with text', 'See the box.'],
  ])('writes into a text box where it was read, held by %s', async (_, holder) => {
    const box = textBox(
      [
        paragraph(asked(1)),
        paragraph('Answer:'),
        table([
          [cell('Question'), cell('Answer')],
          [cell(asked(2)), cell('')],
        ]),
        paragraph(asked(3)),
        paragraph('Answer:'),
      ].join(''),
    );
    const original = buildDocx([
      paragraph('Please answer all questions.'),
      `<w:p>${holder === '' ? '' : run(holder)}${box}</w:p>`,
      paragraph(''),
      paragraph(asked(4)),
      paragraph('Answer:'),
    ]);
    const { bytes, outcome } = await answerAll(original, 'a.docx', (_, i) => `Yes ${i + 1}.`);
    expect(outcome.report.skipped).toEqual([]);
    const after = questionsOf(await extract(bytes, 'a.docx'));
    expect(after.map(({ text, existingAnswer }) => [text, existingAnswer])).toEqual(
      [1, 2, 3, 4].map((n) => [asked(n), `Yes ${n}.`]),
    );
  });
});
