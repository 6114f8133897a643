import { describe, expect, it } from '@jest/globals';
import { NumberFormats } from './number-formats.js';

describe('a date', () => {
  it.each([
    ['dd.mm.yyyy', '17.03.2024'],
    ['d.m.yy;@', '17.3.24'],
    ['dd.mm.yyyy hh:mm', '17.03.2024 06:30'],
    ['[$-407]d. mmm. yyyy', '17. Mar. 2024'],
    ['yyyy. mm. dd.', '2024. 03. 17.'],
    ['yyyy年m月d日', '2024年3月17日'],
    ['[$-411]ggge年m月d日', '2024年3月17日'],
    ['yyyy-mm-ddThh:mm', '2024-03-17T06:30'],
    ['hh.mm "Uhr"', '06.30 Uhr'],
    ['[Red]dd\\.mm\\.yyyy', '17.03.2024'],
    ['m/d/yy h:mm AM/PM', '3/17/24 6:30 AM'],
    ['mm:ss.0', '30:00.0'],
  ])('in the format %s is shown as Excel shows it', async (code, shown) => {
    const format = (await NumberFormats.load(false)).format(code);
    expect([format.isDate, format.show('45368.270833333336')]).toEqual([true, shown]);
  });

  it('is never shown as the number of its day, whatever its format says', async () => {
    const formats = await NumberFormats.load(false);
    expect(formats.format('dd.mm.yyyy"').show('45368')).toMatch(/2024/);
    expect(formats.format('yyyy-mm-dd;;;;;;').show('45368')).toBe('2024-03-17');
  });

  it('leaves the formats of numbers alone', async () => {
    const formats = await NumberFormats.load(false);
    expect(['0.00', '#,##0.0 "Tage"', '0%'].map((code) => formats.format(code).show('12.5'))).toEqual([
      '12.50',
      '12.5 Tage',
      '1250%',
    ]);
  });
});
