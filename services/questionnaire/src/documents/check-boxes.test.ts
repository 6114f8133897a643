import { describe, expect, it } from '@jest/globals';
import { findCheckBoxes } from './check-boxes.js';

describe('check boxes drawn as characters', () => {
  it.each([
    ['☐ Yes ☒ No', { before: '', options: ['Yes', 'No'], checked: ['No'] }],
    ['Do you? ☐ Yes ☐ No ☐ N/A', { before: 'Do you?', options: ['Yes', 'No', 'N/A'], checked: [] }],
    ['Do you? Yes ☐ No ☑', { before: 'Do you?', options: ['Yes', 'No'], checked: ['No'] }],
    ['[ ] Yes\n[x] No', { before: '', options: ['Yes', 'No'], checked: ['No'] }],
    ['( ) low (x) high', { before: '', options: ['low', 'high'], checked: ['high'] }],
    ['● Yes ○ No', { before: '', options: ['Yes', 'No'], checked: ['Yes'] }],
    ['■ Yes □ No', { before: '', options: ['Yes', 'No'], checked: ['Yes'] }],
    ['Do you? ☐ Yes ✓ No', { before: 'Do you?', options: ['Yes', 'No'], checked: ['No'] }],
  ])('%j', (text, expected) => {
    expect(findCheckBoxes(text)).toEqual(expected);
  });

  it('takes a filled sign for a tick when the line beside it has an empty one', () => {
    expect(findCheckBoxes('● Yes', '○ No')).toEqual({ before: '', options: ['Yes'], checked: ['Yes'] });
    expect(findCheckBoxes('● Yes', '● No')).toBeUndefined();
  });

  it.each([
    'No boxes (at all) here [1].',
    '☐',
    `☐ ${'a long statement that is no label '.repeat(4)}`,
    'an empty call f() or array []',
    '● Do you test the alarm?',
    '● Doors\n● Windows',
    '■ The alarm is tested ✅ every year',
    '○ Who keeps the keys?',
    '✔ Fire doors are kept shut',
  ])('none in %j', (text) => {
    expect(findCheckBoxes(text)).toBeUndefined();
  });
});
