import { describe, expect, it } from '@jest/globals';
import { boxOfSign } from './dingbats.js';

describe('letters of sign fonts', () => {
  it.each([
    ['m', 'CAAAAA+Wingdings-Regular', '☐'],
    ['q', 'Wingdings', '☐'],
    ['\u00a8', 'ABCDEF+Wingdings', '☐'],
    ['o', 'ZapfDingbats', '☐'],
    ['\u00fe', 'Wingdings', '☒'],
    ['x', 'Wingdings', '☒'],
  ])('are the boxes that they show: %s of %s', (text, font, box) => {
    expect(boxOfSign(text, font)).toBe(box);
  });

  it.each([
    ['m', 'Helvetica'],
    ['l', 'Wingdings'],
    ['§', 'Wingdings'],
    ['men', 'Wingdings'],
  ])('stay letters and bullets elsewhere: %s of %s', (text, font) => {
    expect(boxOfSign(text, font)).toBe(text);
  });
});
