// The backup as an operator lives through it: back up, lose everything, start anew, restore, compare.
import { statSync } from 'node:fs';
import { check, say } from './report.mjs';

export async function backUpAndRestore(candor, { sh, compose, up, file }) {
  const before = await candor.everything();
  sh('deploy/docker/backup.sh', file);
  say(`backed up: ${(statSync(file).size / 1024).toFixed(0)} kB`);
  compose('down', '-v', '--remove-orphans', '-t', '10');
  up();
  const { questionnaires } = await candor.api.listQuestionnaires({ query: { limit: 10 } });
  check('everything is lost', questionnaires.length === 0);
  sh('deploy/docker/restore.sh', file);
  for (const service of ['tenant', 'questionnaire', 'trust-portal', 'insights', 'gateway'])
    for (const id of candor.containers(service)) await candor.healthy(id);
  const after = await candor.everything();
  check('everything is back, to the letter', after === before);
  await candor.demo();
  await candor.audit();
}
