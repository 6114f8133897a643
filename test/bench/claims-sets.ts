/** The single claims that the check is measured on, and what would become of them if other words were no fault. */
import { readdirSync, readFileSync } from 'node:fs';
import { claimFault } from '../../services/questionnaire/src/answering/checking/claims.js';
import { clausesOf } from '../../services/questionnaire/src/answering/checking/clauses.js';
import { supportOf, type Support } from '../../services/questionnaire/src/answering/checking/support.js';
import type { Tagger } from '../../services/questionnaire/src/answering/checking/tagging.js';
import { isSaid } from '../../services/questionnaire/src/answering/checking/wording.js';
import { statementsOf } from '../../services/questionnaire/src/answering/finding/statements.js';

/** A claim with the sentence that it is held against; `group` names the sentence. */
export interface Claim {
  group: string;
  quote: string;
  place: string;
  claim: string;
  follows: boolean;
}

const FOLDER = new URL('claims/', import.meta.url);

/** All claims, in the order of the files. */
export function allClaims(): Claim[] {
  return readdirSync(FOLDER)
    .sort()
    .flatMap((name) => claimsOf(name, readFileSync(new URL(name, FOLDER), 'utf8')));
}

function claimsOf(name: string, text: string): Claim[] {
  const claims: Claim[] = [];
  let [place, quote, group] = ['', '', ''];
  for (const [line, said] of text.split('\n').map((whole) => [whole, whole.slice(2)] as const)) {
    if (line.startsWith('= ')) {
      [place, quote] = said.includes(' || ') ? (said.split(' || ', 2) as [string, string]) : ['', said];
      group = `${name}: ${said}`;
    } else if (/^[+-] /.test(line)) claims.push({ group, quote, place, claim: said, follows: line.startsWith('+') });
  }
  return claims;
}

/** A claim's sentence as the quotes of a draft would be. */
export function supportOfClaim({ quote, place }: Claim, tag: Tagger): Support {
  const item = { kind: 'passage', id: 'p', documentId: 'd', title: '', locator: place, text: quote } as const;
  return supportOf(statementsOf(item), '', new Set(), tag);
}

/**
 * Whether all other rules let a claim pass if its words that nothing quoted says were said: what a reader of the meaning could
 * let through at most. Names and whatever has a digit are no such words.
 */
export function mayBeReworded(claim: string, support: Support): boolean {
  const unsaid = clausesOf(claim)
    .flatMap((clause) => clause.words)
    .filter((word) => !word.name && /^\p{L}+$/u.test(word.word) && !isSaid(word, support.words));
  const { words, asked } = support;
  return claimFault(claim, { ...support, words: [...words, ...unsaid], asked: [...asked, ...unsaid] }) === undefined;
}
