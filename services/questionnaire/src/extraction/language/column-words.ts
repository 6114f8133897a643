import { readFileSync } from 'node:fs';
import { fold } from './words.js';

type Kind = 'answerer' | 'assessor' | 'found' | 'weighs';

/** Headings that are longer say more than whose column it is. */
const LONGEST = 80;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

let loaded: Record<Kind, RegExp> | undefined;

/** The words, read at the first use. */
function columnWords(): Record<Kind, RegExp> {
  if (loaded !== undefined) return loaded;
  const file = new URL('../../../data/column-words.json', import.meta.url);
  const { languages } = JSON.parse(readFileSync(file, 'utf8')) as { languages: Record<string, Record<Kind, string[]>> };
  const expression = (kind: Kind): RegExp => {
    const words = Object.values(languages).flatMap((language) => language[kind].map(fold));
    const spaced = words.filter((word) => !UNSPACED.test(word)).join('|');
    const unspaced = words.filter((word) => UNSPACED.test(word)).join('|');
    return new RegExp(`(?<!\\p{L})(?:${spaced})|(?:${unspaced})`, 'u');
  };
  return (loaded = {
    answerer: expression('answerer'),
    assessor: expression('assessor'),
    found: expression('found'),
    weighs: expression('weighs'),
  });
}

const holds = (kind: Kind, heading: string): boolean =>
  heading.length <= LONGEST && columnWords()[kind].test(fold(heading));

/** Whether a heading names whoever answers: "Vendor compliance", "Ihre Selbstbewertung". */
export function namesAnswerer(heading: string): boolean {
  return holds('answerer', heading);
}

/** Whether a heading names whoever sent the file or judges it, and not whoever answers: "Auditor's comments". */
export function namesAssessor(heading: string): boolean {
  return holds('assessor', heading) && !holds('answerer', heading);
}

/** Whether a heading is that of what was seen, which explains a verdict: "Findings", "Constatations". */
export function namesWhatWasFound(heading: string): boolean {
  return holds('found', heading);
}

/** Whether a heading says how much something counts, or whose it is, and asks for no verdict: "Priority", "Owner". */
export function weighsOrOwns(heading: string): boolean {
  return holds('weighs', heading);
}
