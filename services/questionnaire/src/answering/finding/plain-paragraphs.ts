import type { BlockModel } from '../../documents/model.js';
import { looksLikeHeading } from './line-joining.js';

/** Text files and PDFs come line by line: consecutive lines make a paragraph, lines that stand alone may be headings. */
export function paragraphsOf(blocks: readonly BlockModel[]): BlockModel[] {
  const out: BlockModel[] = [];
  const body = bodySize(blocks);
  const alike = new Set<BlockModel>();
  blocks.forEach((block, i) => {
    if (block.kind !== 'paragraph' || block.line === undefined || block.heading !== undefined) {
      out.push(block);
      return;
    }
    const follows = (a: BlockModel | undefined, b: BlockModel | undefined): boolean =>
      a?.kind === 'paragraph' && b?.kind === 'paragraph' && a.page === b.page && b.line === (a.line ?? -9) + 1;
    const opens = !follows(blocks[i - 1], block);
    const alone = opens && !follows(block, blocks[i + 1]);
    const goesOn = isTorn(block, blocks[i + 1]);
    const large = block.fontSize !== undefined && block.fontSize > body * 1.15;
    if (!goesOn && (large || block.bold === true || alone) && looksLikeHeading(block.text, true)) {
      const level = large
        ? block.fontSize! > body * 1.5
          ? 1
          : 2
        : (/^\d+(?:\.\d+)*/.exec(block.text)?.[0].split('.').length ?? 1) + 2;
      const heading = { ...block, heading: Math.min(level, 9) };
      if (!large && block.bold !== true && i > 0 && !/^\d/.test(block.text)) alike.add(heading);
      out.push(heading);
      return;
    }
    const last = out.at(-1);
    if (last?.kind === 'paragraph' && isTorn(last, block)) {
      out[out.length - 1] = { ...last, text: `${last.text}\n${block.text}` };
      return;
    }
    if (!opens && last?.kind === 'paragraph' && last.heading === undefined && block.number === undefined)
      out[out.length - 1] = { ...last, text: `${last.text}\n${block.text}` };
    else out.push(block);
  });
  return out.map((block, i) => (alike.has(block) && headsNothing(block, out[i + 1]) ? asLine(block) : block));
}

/** A line that only looks like a heading, with nothing below it, is an entry of a list without marks. */
function headsNothing(block: BlockModel, next: BlockModel | undefined): boolean {
  if (next === undefined) return true;
  return levelOf(next) !== undefined && levelOf(next)! <= levelOf(block)!;
}

const levelOf = (block: BlockModel): number | undefined => (block.kind === 'paragraph' ? block.heading : undefined);

function asLine(block: BlockModel): BlockModel {
  const line = { ...block };
  if (line.kind === 'paragraph') delete line.heading;
  return line;
}

/** A sentence that goes on with a small letter at the top of the next page is one: it belongs to the page where it begins. */
function isTorn(last: BlockModel | undefined, block: BlockModel | undefined): boolean {
  return (
    block?.kind === 'paragraph' &&
    last?.kind === 'paragraph' &&
    last.heading === undefined &&
    last.page !== undefined &&
    block.page === last.page + 1 &&
    block.fontSize === last.fontSize &&
    /[\p{L}\p{N},]$/u.test(last.text) &&
    /^\p{Ll}{2}|^\p{Ll}\s/u.test(block.text)
  );
}

/** The most used font size. */
function bodySize(blocks: readonly BlockModel[]): number {
  const letters = new Map<number, number>();
  for (const b of blocks)
    if (b.kind === 'paragraph' && b.fontSize !== undefined)
      letters.set(b.fontSize, (letters.get(b.fontSize) ?? 0) + b.text.length);
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? Infinity;
}
