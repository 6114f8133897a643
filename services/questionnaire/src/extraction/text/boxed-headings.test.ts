import { describe, expect, it } from '@jest/globals';
import { placeName, questionsOf } from '../asked.fixture.js';
import { documentOf, textsOf } from '../text.fixture.js';

const NOTICE = 'Please write no names and no secrets here.';
const LINES = '____________________\n____________________';
const head = (number: number, text: string): { text: string; number: string; heading: number } => ({
  text,
  number: `${number}.`,
  heading: 2,
});

describe('numbered headings over boxes', () => {
  it.each([
    ['Company and trade', 'Number of people', 'Rules in force'],
    ['Unternehmen und Branche', 'Zahl der Personen', 'Geltende Regeln'],
    ['Empresa y sector', 'Número de personas', 'Reglas vigentes'],
  ])('ask, and are answered in the box: %s', (first, second, third) => {
    const found = questionsOf(
      documentOf([
        head(1, first),
        [[NOTICE]],
        [[`[${first}]\n${LINES}`]],
        head(2, second),
        [[NOTICE]],
        [['']],
        head(3, third),
        [[LINES]],
      ]),
    );
    expect(found.map(({ text, answerLocation }) => `${text}>${placeName(answerLocation)}`)).toEqual([
      `${first}>t2r1c1`,
      `${second}>t4r1c1`,
      `${third}>t5r1c1`,
    ]);
    expect(found.map(({ existingAnswer }) => existingAnswer)).toEqual(['', '', '']);
  });

  it('and over a table of boxes, in one column or in two, which are their options', () => {
    const found = questionsOf(
      documentOf([
        head(1, 'Knowledge on a scale from 1 to 3'),
        [['☐ 1 – none'], ['☐ 2 – a little'], ['☒ 3 – much']],
        head(2, 'State of the tools'),
        [
          ['☐ released', '☐ under test'],
          ['☐ forbidden', '☐ unknown'],
        ],
      ]),
    );
    expect(found.map(({ text }) => text)).toEqual(['Knowledge on a scale from 1 to 3', 'State of the tools']);
    expect(found.map(({ options }) => options)).toEqual([
      ['1 – none', '2 – a little', '3 – much'],
      ['released', 'under test', 'forbidden', 'unknown'],
    ]);
    expect(found.map(({ existingAnswer }) => existingAnswer)).toEqual(['3 – much', '']);
    expect(found[1]?.optionLocations.map(({ location }) => placeName(location))).toEqual([
      't2r1c1',
      't2r1c2',
      't2r2c1',
      't2r2c2',
    ]);
  });

  it('ask by a line with a colon where it stands between the heading and the boxes', () => {
    const choose = { text: 'Choose one main subject for the exercises:', bold: true };
    const rows = [
      ['☐ Office', '☐ Sales'],
      ['☐ Crafts', '☐ Services'],
    ];
    expect(textsOf([head(1, 'Two cases that you want'), choose, rows])).toEqual([choose.text]);
  });

  it('ask nothing over a text in a frame', () => {
    expect(textsOf([head(1, 'Aims of this paper'), [['This paper tells how the firm treats its waste.']]])).toEqual([]);
  });
});
