// npm run eval:ledger [-- --show]: which claims to customers are found affected by later versions of policies, on invented ones in
// test/bench/ledger. tuned.json was there while the comparison was written; held.json was written after it, and run unseen.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ReadText } from '../../services/questionnaire/dist/ledger/compare.js';

interface Policies {
  policies: { name: string; versions: string[]; claims: { quote: string; then: string[] }[] }[];
}

/** Affected by label, found of these, with the right kind; told though they stand; and claims that stand. */
interface Counts {
  affected: number;
  found: number;
  kind: number;
  wrong: number;
  stands: number;
}

const none = (): Counts => ({ affected: 0, found: 0, kind: 0, wrong: 0, stands: 0 });
const FOLDER = fileURLToPath(new URL('ledger', import.meta.url));
const shows = process.argv.includes('--show');

function counted({ policies }: Policies): Counts {
  const counts = none();
  for (const { name, versions, claims } of policies)
    for (const [index, text] of versions.slice(1).entries()) {
      const read = new ReadText([text]);
      for (const { quote, then } of claims) {
        const label = then[index] ?? 'stands';
        const told = read.changeOf(quote)?.kind ?? 'stands';
        if (label === 'stands') counts.stands++;
        else counts.affected++;
        if (label !== 'stands' && told !== 'stands') counts.found++;
        if (label !== 'stands' && told === label) counts.kind++;
        if (label === 'stands' && told !== 'stands') counts.wrong++;
        if (shows && label !== told) print(`  ${name}, version ${index + 2}: ${quote} ${label}, told ${told}`);
      }
    }
  return counts;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const percent = (part: number, whole: number): string => (whole === 0 ? '–' : ((100 * part) / whole).toFixed(1));
const told = ({ affected, found, kind, wrong, stands }: Counts): string =>
  `${found} of ${affected} affected found (${percent(found, affected)} %), kind right ${kind}; ` +
  `${wrong} false among ${found + wrong} told (${percent(wrong, found + wrong)} %), of ${stands} that stand`;

const all = none();
for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.json'))) {
  const policies = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Policies;
  const counts = counted(policies);
  for (const key of Object.keys(all) as (keyof Counts)[]) all[key] += counts[key];
  const claims = policies.policies.reduce((sum, policy) => sum + policy.claims.length, 0);
  const versions = policies.policies.reduce((sum, policy) => sum + policy.versions.length, 0);
  print(`${file} (${policies.policies.length} policies, ${versions} versions, ${claims} claims): ${told(counts)}`);
}
print(`all: ${told(all)}`);
