import { fold } from '@candor/runtime/text';
import type { Box } from './boxes.js';

/**
 * Boxes of one question: for each option the next box that is labelled so, from `from` on. Labels stand behind their boxes,
 * or before them when nothing follows the last box. Undefined unless every option has its box.
 */
export function boxesOfOptions(
  boxes: readonly Box[],
  options: readonly string[],
  from: number,
): { boxes: Box[]; next: number } | undefined {
  const labelsFollow = (boxes.at(-1)?.after.trim() ?? '') !== '' || (boxes[0]?.before.trim() ?? '') === '';
  const found: Box[] = [];
  let at = from;
  for (const option of options) {
    while (at < boxes.length && !isLabelled(boxes[at]!, option, labelsFollow)) at++;
    const box = boxes[at];
    if (box === undefined) return undefined;
    found.push(box);
    at++;
  }
  return { boxes: found, next: at };
}

const plain = (text: string): string =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

function isLabelled(box: Box, option: string, labelsFollow: boolean): boolean {
  const label = plain(labelsFollow ? box.after : box.before);
  const wanted = plain(option);
  if (wanted === '') return false;
  return label === wanted || (labelsFollow ? `${label} `.startsWith(`${wanted} `) : ` ${label}`.endsWith(` ${wanted}`));
}
