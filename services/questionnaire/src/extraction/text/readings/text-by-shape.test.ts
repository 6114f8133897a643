import { describe, expect, it } from '@jest/globals';
import type { ParagraphBlock } from '../../../documents/model.js';
import { extractQuestions } from '../../extract.js';
import { documentOf, placesOf, textsOf } from '../../text.fixture.js';

/** Points in a language that nobody speaks: no list of words knows any of it. */
const POINTS = [
  'Volmar tesk onderi',
  'Bresti noval kemte undra sol',
  'Harvik dolm entari',
  'Selto vrani makud pertin',
  'Ombra telkis varde',
];
const HINT = 'Olk virdan sem pulat';
const loud = (text: string): Partial<ParagraphBlock> => ({ text, bold: true });

describe('a document in a language that nobody knows', () => {
  it('is asked where each of its bold or counted lines leaves empty lines, also below a hint', () => {
    const spaced = POINTS.flatMap((text, i) => [loud(`${i + 1}. ${text}`), HINT, null, null]);
    const pieces = ['# Grot pelkat', 'Olk virdan sem pulat brof.', ...spaced, 'Dertin'];
    expect(textsOf(pieces)).toEqual(POINTS);
    expect(placesOf(pieces)[0]).toBe('p3>p5');
  });

  it('is asked above a line that comes again, which is where the answer goes', () => {
    const pieces = POINTS.flatMap((text) => [loud(text), '→ Vastu:']);
    expect(placesOf(pieces)).toEqual(POINTS.map((_, i) => `p${2 * i + 1}>p${2 * i + 2}`));
  });

  it('is asked above the same choices', () => {
    const choice = (text: string): Partial<ParagraphBlock> => ({ text, listLevel: 0 });
    const pieces = POINTS.flatMap((text, i) => [{ text, number: `${i + 1}.`, bold: true }, choice('Da'), choice('Ne')]);
    expect(textsOf(pieces)).toEqual(POINTS);
  });

  it('is asked above choices on one line, also where every line has the same number', () => {
    const pieces = POINTS.flatMap((text, i) => [`1、${text}`, i % 2 === 0 ? 'Da  Ne  Mit' : 'Sol  Kel  Bran  Tof']);
    expect(textsOf(pieces)).toEqual(POINTS);
  });

  it('tells that it was read by its shape', () => {
    const { sheets, warnings } = extractQuestions(
      documentOf(POINTS.flatMap((text) => [loud(text), HINT, null, null]).concat('Dertin')),
    );
    expect(warnings.map(({ code }) => code)).toEqual(['read_by_shape']);
    expect(sheets[0]?.account.filter(({ reason }) => reason === 'read_by_shape')).toHaveLength(POINTS.length);
  });
});

describe('a series of which some is known to ask', () => {
  it('asks what is counted with it and leaves the same room', () => {
    const texts = [
      'Which colours do you use?',
      'Fonts of the brand',
      'Who is on the pictures?',
      'Top three rivals',
      'Tone',
    ];
    const pieces = texts.flatMap((text, i) => [loud(`${i + 1}. ${text}`), 'Links, if there are some.', null, null]);
    expect(textsOf([...pieces, 'Thank you'])).toEqual(texts);
  });

  it('begins again below each title, and asks labels with a colon as well', () => {
    const pieces = [
      { text: 'I. Staff', bold: true },
      '1. Number of people in the office:',
      '2. Have you had another name before?',
      { text: 'II. Risks', bold: true },
      '1. How long have you been in business',
      '2. Was there a claim against you?',
      '3. Limit that you ask for:',
    ];
    expect(textsOf(pieces, 'pdf')).toHaveLength(5);
  });

  it('does not ask titles that are counted as zero', () => {
    const asked = ['Who leads the firm?', 'Legal name', 'Who keeps its books?', 'How old is it?'];
    const counted = asked.map((text, i) => `${1 + Math.floor(i / 2)}.${1 + (i % 2)} ${text}`);
    const pieces = ['1.0 The firm', ...counted.slice(0, 2), '2.0 Its money', ...counted.slice(2)];
    expect(textsOf(pieces, 'pdf')).toEqual(asked);
  });

  it('does not ask the titles of its parts, nor the answers of another list', () => {
    const pieces = [
      { text: 'A few words on the app', number: '1.', bold: true },
      'Have you heard of it?',
      { text: 'Do you use it every day?', number: '2.', bold: true },
      { text: 'Why do you use it?', number: '3.', bold: true },
      { text: 'What would you change?', number: '4.', bold: true },
      '# Solutions',
      ...['Wrong', 'Right', 'Wrong', 'Right'].map((text, i) => ({ text, number: `${i + 1}.`, bold: true })),
    ];
    expect(textsOf(pieces).filter((text) => /^(?:A few|Wrong|Right)/.test(text))).toEqual([]);
  });
});
