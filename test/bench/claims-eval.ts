/**
 * Measures the check of single claims against single quotes, without a model and without a question: `claims/` has sentences of
 * many bodies of evidence ("= "), each with claims that follow from it ("+ ") and claims that do not ("- "); before " || " stands
 * the sentence's place. Prints how many have a fault, and which faults.
 *
 *   npm run eval:claims [-- --show]     --show: each claim that is judged wrongly
 */
import { readdirSync, readFileSync } from 'node:fs';
import { claimFault } from '../../services/questionnaire/src/answering/checking/claims.js';
import { supportOf } from '../../services/questionnaire/src/answering/checking/support.js';
import { startTagger, type Tagger } from '../../services/questionnaire/src/answering/checking/tagging.js';
import { statementsOf } from '../../services/questionnaire/src/answering/finding/statements.js';

interface Claim {
  quote: string;
  place: string;
  claim: string;
  follows: boolean;
}

const FOLDER = new URL('claims/', import.meta.url);
const print = (line = ''): void => void process.stdout.write(`${line}\n`);

/** The claims of a file, in its order. */
function claimsOf(text: string): Claim[] {
  const claims: Claim[] = [];
  let [place, quote] = ['', ''];
  for (const line of text.split('\n')) {
    const said = line.slice(2);
    if (line.startsWith('= '))
      [place, quote] = said.includes(' || ') ? said.split(' || ', 2) as [string, string] : ['', said]; // prettier-ignore
    else if (/^[+-] /.test(line)) claims.push({ quote, place, claim: said, follows: line.startsWith('+') });
  }
  return claims;
}

function faultOf({ quote, place, claim }: Claim, tag: Tagger): string | undefined {
  const item = { kind: 'passage', id: 'p', documentId: 'd', title: '', locator: place, text: quote } as const;
  const fault = claimFault(claim, supportOf(statementsOf(item), '', new Set(), tag));
  return fault && `${fault.fault}: ${fault.detail}`;
}

/** A fault without the words that it names. */
const kindOf = (fault: string): string => fault.replace(/(?:“[^”]*”(?:, )?)+/g, '…').slice(0, 100);

const tag = await startTagger();
const all = readdirSync(FOLDER)
  .sort()
  .flatMap((name) => claimsOf(readFileSync(new URL(name, FOLDER), 'utf8')))
  .map((claim) => ({ ...claim, fault: faultOf(claim, tag) }));
for (const follows of [true, false]) {
  const some = all.filter((one) => one.follows === follows);
  const right = some.filter(({ fault }) => (fault === undefined) === follows);
  print(`${follows ? 'claims that follow, without a fault' : 'claims that do not, with one'}: ${right.length} of ${some.length} (${((100 * right.length) / some.length).toFixed(1)} %)`); // prettier-ignore
}
const kinds = new Map<string, [number, number]>();
for (const { fault, follows } of all) {
  if (!fault) continue;
  const counts = kinds.get(kindOf(fault)) ?? [0, 0];
  counts[follows ? 0 : 1]++;
  kinds.set(kindOf(fault), counts);
}
print('\nfound of claims that follow / that do not');
for (const [kind, [wrongly, rightly]] of [...kinds].sort((a, b) => b[1][0] - a[1][0]))
  print(`${String(wrongly).padStart(5)} / ${String(rightly).padStart(3)}  ${kind}`);
if (process.argv.includes('--show'))
  for (const { quote, claim, follows, fault } of all)
    if ((fault === undefined) !== follows)
      print(`${follows ? '+' : '-'} ${claim}\n    ${quote}\n    ${fault ?? 'no fault'}`);
