import type { Fault, Support } from './support.js';
import { isSaid, wordsOf, type Word } from './wording.js';

/** What comes first, and what comes then. */
interface Order {
  earlier: Word[];
  later: Word[];
}

const LINK = /(?<!\blook(?:s|ed|ing)? )\b(before|prior to|ahead of|after|following|once|and then|then)\b/i;
/** Whatever says that something comes before something else. */
const ORDERS =
  /\b(?:before|prior|ahead|advance|after|following|once|then|thereafter|when|on|upon|until|within|since|first)\b/i;
const LATER_BEHIND = /^(?:before|prior to|ahead of|and then|then)$/i;

/** "Delivered before they are opened" turns round "opened before delivery". */
export function orderFault(claim: string, { statements }: Support): Fault | undefined {
  const claimed = orderOf(claim);
  if (!claimed || claimed.earlier.length === 0 || claimed.later.length === 0) return undefined;
  if (!statements.some(({ text }) => ORDERS.test(text)))
    return {
      fault: 'claim_not_in_evidence',
      detail: 'The evidence does not say what comes first: leave the order out.',
    };
  for (const { text } of statements) {
    const told = orderOf(text);
    if (!told) continue;
    const isTurned = says(claimed.earlier, told.later, told.earlier) && says(claimed.later, told.earlier, told.later);
    if (isTurned)
      return { fault: 'claim_not_in_evidence', detail: 'You turn round what comes first and what comes then.' };
  }
  return undefined;
}

/** Whether a word says what stands in the one list and not in the other. */
function says(words: readonly Word[], here: readonly Word[], notHere: readonly Word[]): boolean {
  return words.some((w) => isSaid(w, here) && !isSaid(w, notHere));
}

function orderOf(text: string): Order | undefined {
  const link = LINK.exec(text);
  if (!link) return undefined;
  const behind = text.slice(link.index + link[0].length);
  const opens = !/\p{L}/u.test(text.slice(0, link.index));
  const comma = behind.indexOf(',');
  const end = opens && comma >= 0 ? comma : behind.length;
  const [near, rest] = [behind.slice(0, end), opens ? behind.slice(end) : text.slice(0, link.index)];
  return LATER_BEHIND.test(link[1]!)
    ? { earlier: wordsOf(rest), later: wordsOf(near) }
    : { earlier: wordsOf(near), later: wordsOf(rest) };
}
