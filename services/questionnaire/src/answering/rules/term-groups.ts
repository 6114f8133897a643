import type { QuestionKind } from '../reading/question-kind.js';
import { bracketsOf } from '../finding/brackets.js';
import type { PlacedTerm } from './question-terms.js';
import { VERB_WEIGHT } from './term-weights.js';

/** "A or B", "A/B" and "(A, B, C)" become one group. */
export function joinAlternatives(text: string, terms: PlacedTerm[], kind: QuestionKind): void {
  const brackets = bracketsOf(text);
  for (const { start, end } of brackets) {
    const inside = terms.filter((t) => t.start >= start && t.end <= end);
    const before = terms.filter((t) => t.end <= start).at(-1);
    if (inside.length === 0) continue;
    // "What protects public endpoints (WAF, DDoS mitigation)?": one of them is wanted, whatever the evidence calls the rest.
    if (kind === 'open' && before?.focus === true && inside.length > 1 && inside.some((t) => t.concepts.length > 0))
      Object.assign(before, { focus: false, light: true, weight: VERB_WEIGHT });
    const acronym = inside.length === 1 && before && start - before.end < 3 ? before : undefined;
    for (const t of inside) {
      t.group = acronym ? acronym.group : inside[0]!.group;
      if (!acronym) t.weight *= 0.6;
    }
  }
  joinExamples(text, terms);
  for (let i = 1; i < terms.length; i++) {
    const between = text.slice(terms[i - 1]!.end, terms[i]!.start);
    if (/^\s*(?:,\s*)?(?:or|and\/or)\s*(?:an? |the |any |being |to be |is |are )?$|^\s?\/\s?$/i.test(between))
      joinTo(terms[i - 1]!, terms[i]!);
    // "OS and dependency patches"
    else if (kind === 'manner' && /^\s+and\s+$/i.test(between) && sharesHead(terms[i - 1]!, terms[i]!)) {
      terms[i]!.group = terms[i - 1]!.group;
      terms[i]!.joined = true;
      terms[i - 1]!.joined = true;
    }
  }
}

/** "OS and dependency patches": both are patches. */
function sharesHead(first: PlacedTerm, second: PlacedTerm): boolean {
  return first.focus && second.focus && first.stems.length === 1 && second.stems.length > 1;
}

/** "a security role or function": the second says no more than the first. */
function joinTo(first: PlacedTerm, second: PlacedTerm): void {
  second.group = first.group;
  if (first.stems.length > 1 && second.stems.length === 1 && !second.focus)
    Object.assign(second, { concepts: first.concepts, stems: first.stems, parts: first.parts });
}

/** "secrets such as API keys and passwords": one of them is enough. */
function joinExamples(text: string, terms: PlacedTerm[]): void {
  const at = /\b(?:such as|e\.g\.,?|for example)\s/i.exec(text);
  const before = at && terms.filter((t) => t.focus && t.end <= at.index).at(-1);
  if (!before) return;
  let end = at.index + at[0].length;
  for (const t of terms) {
    if (t.start < end) continue;
    if (!/^(?:,|and|or|an?|the|\s)*$/i.test(text.slice(end, t.start))) break;
    t.group = before.group;
    end = t.end;
  }
}
