import { foldWithOffsets } from '@candor/runtime/text';
import { inARow } from './block-words.js';

/** Offsets into a text, UTF-16 units, start inclusive, end exclusive. */
export interface Highlight {
  start: number;
  end: number;
}

/** Where one of the folded words and phrases stands in a question. */
export function placesIn(
  { text, answer }: { text: string; answer: string },
  sought: readonly string[],
): ('question' | 'answer')[] {
  const holds = (given: string): boolean => {
    const row = inARow(given);
    return sought.some((one) => row.includes(one));
  };
  const places: ('question' | 'answer')[] = [];
  if (holds(text)) places.push('question');
  if (holds(answer)) places.push('answer');
  return places;
}

/** Where the folded words and phrases stand in a text; sorted and merged. */
export function highlightsOf(text: string, sought: readonly string[]): Highlight[] {
  const { folded, offsets } = singleSpaced(foldWithOffsets(text));
  const ranges: Highlight[] = [];
  for (const one of sought) {
    for (let at = folded.indexOf(one); at >= 0; at = folded.indexOf(one, at + one.length)) {
      const start = offsets[at] ?? 0;
      const last = offsets[at + one.length - 1] ?? start;
      let next = at + one.length;
      while (next < offsets.length && (offsets[next] ?? 0) <= last) next++;
      ranges.push({ start, end: offsets[next] ?? text.length });
    }
  }
  return merged(ranges);
}

/** The same with one blank in place of several, and of what else separates words. */
function singleSpaced({ folded, offsets }: { folded: string; offsets: number[] }): {
  folded: string;
  offsets: number[];
} {
  const kept: number[] = [];
  let row = '';
  for (let at = 0; at < folded.length; at++) {
    const separates = /[\s\p{Cc}]/u.test(folded.charAt(at));
    if (separates && row.endsWith(' ')) continue;
    row += separates ? ' ' : folded.charAt(at);
    kept.push(offsets[at] ?? 0);
  }
  kept.push(offsets.at(-1) ?? 0);
  return { folded: row, offsets: kept };
}

function merged(ranges: Highlight[]): Highlight[] {
  const result: Highlight[] = [];
  for (const range of ranges.sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = result.at(-1);
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else result.push({ ...range });
  }
  return result;
}
