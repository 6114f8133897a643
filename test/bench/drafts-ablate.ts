/**
 * Leaves each group of words that say the same (services/questionnaire/data/claim-words.json) out in turn, and tells which drafts
 * it decides: faithful ones that only it lets through, and contradicting ones that only it lets through. No model reads.
 *
 *   npm run eval:drafts -- --ablate [FOLDER …]
 */
import { leaveGroupOut, wordGroups } from '../../services/questionnaire/src/answering/checking/claim-words.js';
import { readWording } from '../../services/questionnaire/src/answering/checking/check-draft.js';
import { draftOf, evidenceOf, requestOf, type Case, type Company } from './drafts-sets.js';

type Print = (line: string) => void;

/** A draft with the company that it is of. */
interface Told {
  company: Company;
  one: Case;
  passes: boolean;
}

const passes = async ({ company, one }: Omit<Told, 'passes'>): Promise<boolean> =>
  (await readWording(draftOf(one), requestOf(one), evidenceOf(company))) === undefined;

/** Prints a line a group, those that decide nothing last. */
export async function ablateGroups(companies: readonly Company[], print: Print): Promise<void> {
  leaveGroupOut(undefined);
  const all: Told[] = [];
  for (const company of companies)
    for (const one of company.cases) all.push({ company, one, passes: await passes({ company, one }) });
  const idle: string[] = [];
  for (const [at, group] of wordGroups().entries()) {
    leaveGroupOut(at);
    const changed: Told[] = [];
    for (const told of all) if (speaksOf(told, group) && (await passes(told)) !== told.passes) changed.push(told);
    const lost = changed.filter(({ one, passes: before }) => before && one.expect === 'accept');
    const held = changed.filter(({ one, passes: before }) => before && one.expect === 'reject');
    const names = new Set(lost.map(({ company }) => company.company));
    if (lost.length === 0) idle.push(group.join(', '));
    else print(`${lost.length} faithful of ${names.size} companies, ${held.length} contradicting: ${group.join(', ')}`);
  }
  leaveGroupOut(undefined);
  print(`${idle.length} of ${wordGroups().length} groups let no faithful draft through:`);
  for (const group of idle) print(`  ${group}`);
}

/** Whether the draft holds the beginning of one of the words: else the group cannot decide it. */
function speaksOf({ one }: Told, group: readonly string[]): boolean {
  const said = `${one.answer} ${one.comment ?? ''} ${one.options?.join(' ') ?? ''}`.toLowerCase();
  return group.some((term) => said.includes(term.slice(0, 3)));
}
