import { describe, expect, it } from '@jest/globals';
import { askedIn, placeName, questionsOf, rowsOf } from './asked.fixture.js';
import { sheetOf, workbookOf, type Value } from './sheet.fixture.js';

const LABELS = ['Volmar tesk', 'Onderi pulat', 'Bresti noval', 'Kemte undra', 'Harvik dolm'];
const form = (title: string, labels: Value[][] = LABELS.map((text) => [text])): Value[][] => [[title], [], ...labels];

describe('a sheet that is titled as a form', () => {
  it.each([
    ['Website hearing questionnaire'],
    ['Lieferantenfragebogen'],
    ['Опросный лист заказчика'],
    ['デザイン方向性 ヒアリングシート'],
    ['供应商调查表'],
    ['Ficha del proveedor'],
  ])('asks every label beside a blank, whatever it is called: %s', (title) => {
    expect(askedIn(sheetOf(form(title)))).toEqual(rowsOf('A', 'B', [3, 7]));
  });

  it('asks in small tables, below headings and beside boxes, in the places that were left for it', () => {
    const rows = form('ヒアリングシート', [
      ['Volmar tesk'],
      ['Onderi pulat', '', 'Bresti noval'],
      ['Selto vrani'],
      ['Site', 'Near', 'Why'],
      ['Makud 1'],
      ['Makud 2'],
      ['Pertin ombra'],
      ['Telkis', 'Varde', 'Nuli'],
      [],
      ['Gretin solva'],
      ['□', 'Pamkor'],
      ['□', 'Dest'],
      ['Tolma dri'],
    ]);
    const merges = ['A5:D5', 'A9:D9', 'A12:D12', 'A15:D15', 'A16:D16'];
    const sheet = sheetOf(rows, { merges, framed: ['B7:C8'] });
    const places = ['A3>B3', 'A4>B4', 'C4>D4', 'A7>B7', 'A8>B8', 'A9>A11', 'A12>A13', 'A15>A16'];
    expect(askedIn(sheet)).toEqual(places);
    const chosen = questionsOf(workbookOf(sheet)).filter(({ options }) => options.length > 0);
    expect(
      chosen.map(({ options, optionLocations }) => [options, optionLocations.map((one) => placeName(one.location))]),
    ).toEqual([
      [
        ['Telkis', 'Varde', 'Nuli'],
        ['A11', 'B11', 'C11'],
      ],
      [
        ['Pamkor', 'Dest'],
        ['A13', 'A14'],
      ],
    ]);
  });

  it('keeps what somebody has filled in', () => {
    const rows = form(
      'Опросный лист заказчика',
      LABELS.map((text, i) => (i < 2 ? [text, `Nuli ${i}`] : [text])),
    );
    const found = questionsOf(workbookOf(sheetOf(rows)));
    expect(found.map(({ existingAnswer }) => existingAnswer)).toEqual(['Nuli 0', 'Nuli 1', '', '', '']);
    expect(found.every(({ byShape }) => byShape === true)).toBe(true);
  });

  it('asks nothing where it is filled with facts, is mostly text, or stands beside a sheet that asks', () => {
    const facts = LABELS.map((text, i): Value[] => [text, `Nuli ${i}`]);
    expect(askedIn(sheetOf(form('Assessment', facts)))).toEqual([]);
    const told = LABELS.map((text, i): Value[] => [
      i < 3 ? `${text} is what this form says, and it is not for you to fill it in.` : text,
    ]);
    expect(askedIn(sheetOf(form('How to fill in the questionnaire', told)))).toEqual([]);
    const asking = sheetOf([['Question', 'Answer'], ...LABELS.map((text) => [`Do you keep ${text}?`])]);
    expect(askedIn(asking, sheetOf(form('Vendor questionnaire'), { name: 'Form' }))).toEqual(rowsOf('A', 'B', [2, 6]));
  });
});
