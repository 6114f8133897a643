import { describe, expect, it } from '@jest/globals';
import { dropMargins } from './margins.js';
import type { PageContent, TextPiece } from './page-content.js';

const HEIGHT = 800;
const line = (text: string, top: number): TextPiece => ({
  text,
  left: 72,
  right: 400,
  top,
  bottom: top - 12,
  fontSize: 11,
  bold: false,
});
const page = (...pieces: TextPiece[]): PageContent =>
  ({ pieces, width: 600, height: HEIGHT }) as unknown as PageContent;
const kept = (pages: PageContent[]): string[] => {
  dropMargins(pages);
  return pages.flatMap(({ pieces }) => pieces.map(({ text }) => text));
};

describe('the margins of pages', () => {
  it('keep lines that differ in a number which does not count the pages', () => {
    const pages = Array.from({ length: 10 }, (_, i) =>
      page(line(`${25 * i + 1}. Describe control ${25 * i + 1}`, 790)),
    );
    expect(kept(pages)).toHaveLength(10);
  });

  it('keep questions, also one on each page', () => {
    const pages = Array.from({ length: 10 }, (_, i) => page(line(`Do you review control ${i + 1} every year?`, 790)));
    expect(kept(pages)).toHaveLength(10);
  });

  it('lose what repeats as it stands, or with the number of its page', () => {
    const pages = Array.from({ length: 10 }, (_, i) =>
      page(line('Northgate Bank v2.3', 790), line(`Security annex 7, sheet ${i + 3} of 12`, 30), line('Body', 400)),
    );
    expect(kept(pages)).toEqual(Array.from({ length: 10 }, () => 'Body'));
  });

  it('tell every line that they lose, once, at a place of its own', () => {
    const pages = Array.from({ length: 3 }, (_, i) =>
      page(line('Northgate Bank', 790), line('Body', 400), line('Confidential', 30), {
        ...line(`${i + 1}`, 30),
        left: 500,
      }),
    );
    expect(dropMargins(pages).filter((one) => one.page === 2)).toEqual([
      { page: 2, line: 2, text: 'Confidential 2' },
      { page: 2, line: 3, text: 'Northgate Bank' },
    ]);
  });
});
