import { describe, expect, it } from '@jest/globals';
import { recognitionWarnings } from './tell-recognition.js';
import type { RecognisedPage } from './recognition.js';

const page = (number: number, more: Partial<RecognisedPage> = {}): RecognisedPage => ({
  page: number,
  confidence: 95,
  characters: 40,
  turned: 0,
  ...more,
});

describe('warnings of OCR', () => {
  it('say nothing of what was read well', () => {
    expect(recognitionWarnings([page(1), page(2)])).toEqual([]);
  });

  it('name pages and pictures that were read doubtfully', () => {
    expect(
      recognitionWarnings([page(1), page(2, { confidence: 60 }), page(3, { picture: 2, confidence: 41 })]),
    ).toEqual([
      {
        code: 'ocr_doubtful',
        message:
          'Read by OCR, but doubtful (confidence below 75 %): page 2, page 3 (picture 2). Compare with the original.',
      },
    ]);
  });

  it('name a page that gave nothing, but no picture beside text, which may be a photo', () => {
    const nothing = { confidence: 0, characters: 0 };
    expect(recognitionWarnings([page(4, nothing), page(5, { ...nothing, picture: 1 })])).toEqual([
      { code: 'ocr_found_nothing', message: 'OCR found no text: page 4.' },
    ]);
  });

  it('tell each reason for which something was not read once, with twenty places at most', () => {
    const late = Array.from({ length: 25 }, (_, i) => page(i + 1, { failure: 'out_of_time' }));
    const warnings = recognitionWarnings([...late, page(0, { picture: 3, failure: 'too_large' })]);
    expect(warnings.map(({ code }) => code)).toEqual(['ocr_too_large', 'ocr_out_of_time']);
    expect(warnings[0]?.message).toContain('picture 3');
    expect(warnings[1]?.message).toMatch(/page 20 and 5 more\.$/);
  });
});
