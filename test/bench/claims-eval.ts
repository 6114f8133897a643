/**
 * Measures the check of single claims against single quotes, without a model and without a question: `claims/` has sentences of
 * many bodies of evidence ("= "), each with claims that follow from it ("+ ") and claims that do not ("- "); before " || " stands
 * the sentence's place. Prints how many have a fault, how many only because of words that are not said, and which faults.
 *
 *   npm run eval:claims [-- --show]     --show: each claim that is judged wrongly
 */
import { claimFault } from '../../services/questionnaire/src/answering/checking/claims.js';
import { startTagger } from '../../services/questionnaire/src/answering/checking/tagging.js';
import { allClaims, mayBeReworded, supportOfClaim } from './claims-sets.js';

const print = (line = ''): void => void process.stdout.write(`${line}\n`);

/** A fault without the words that it names. */
const kindOf = (fault: string): string => fault.replace(/(?:“[^”]*”(?:, )?)+/g, '…').slice(0, 100);

const tag = await startTagger();
const all = allClaims().map((claim) => {
  const support = supportOfClaim(claim, tag);
  const fault = claimFault(claim.claim, support);
  return { ...claim, fault: fault && `${fault.fault}: ${fault.detail}`, may: mayBeReworded(claim.claim, support) };
});
for (const follows of [true, false]) {
  const some = all.filter((one) => one.follows === follows);
  const right = some.filter(({ fault }) => (fault === undefined) === follows);
  print(
    `${follows ? 'claims that follow, without a fault' : 'claims that do not, with one'}: ${right.length} of ${some.length} (${((100 * right.length) / some.length).toFixed(1)} %)`,
  );
}
for (const follows of [true, false]) {
  const some = all.filter((one) => one.follows === follows && one.fault !== undefined && one.may);
  print(
    `with a fault only because words are not said, ${follows ? 'though they follow' : 'and do not follow'}: ${some.length}`,
  );
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
