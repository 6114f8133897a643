import { describe, expect, it } from '@jest/globals';
import { questionsOf } from '../asked.fixture.js';
import { documentOf, textsOf } from '../text.fixture.js';

const POINTS = [
  'I keep the keys of the store in the safe',
  'I check the doors before I leave the house',
  'I do not lend my badge to other people',
  'I report what is broken to the desk at once',
];
const boxed = (texts: readonly string[]): string[] => texts.map((text) => `☐ ${text}`);
const title = (text: string) => ({ text, bold: true });

describe('boxes in front of long texts below titles', () => {
  it('are points to confirm, whatever the language', () => {
    const more = ['Ich schalte am Abend alle Geräte im Labor aus', 'Volmar tesk onderi pulat kemte undra sol'];
    const pieces = ['# Check list', title('Doors'), ...boxed(POINTS), title('If you have a lab:'), ...boxed(more)];
    for (const format of ['docx', 'pdf'] as const) expect(textsOf(pieces, format)).toEqual([...POINTS, ...more]);
    expect(questionsOf(documentOf(pieces))[0]?.section).toBe('Check list > Doors');
  });

  it('are the options of what asks above them', () => {
    const asked = ['1. What do you do at night?', ...boxed(POINTS), '2. And in the morning?', ...boxed(POINTS)];
    expect(textsOf(asked)).toHaveLength(2);
    const short = ['Drinks', '☐ Tea', '☐ Coffee', '☐ Milk', 'Cake', '☐ Apple', '☐ Plum', '☐ None'];
    expect(textsOf(short)).toEqual(['Drinks', 'Cake']);
  });
});
