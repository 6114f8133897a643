/**
 * `npm run conformance [-- URL KEY]`: checks over HTTP, statement by statement, what the specification and the decisions
 * promise to a client. URL is the base address of a running installation and KEY an admin key of its parent organization;
 * without them an installation of its own is started in a temporary folder. Everything is done in child organizations of this
 * run, which are deleted in the end. Exit code 1 when a check fails.
 */
import { conventions } from './chapters/conventions.js';
import { knowledge } from './chapters/knowledge.js';
import { limits } from './chapters/limits.js';
import { lists } from './chapters/lists.js';
import { organizations } from './chapters/organizations.js';
import { overviews } from './chapters/overviews.js';
import { portal } from './chapters/portal.js';
import { review } from './chapters/review.js';
import { texts } from './chapters/texts.js';
import { updates } from './chapters/updates.js';
import { uploads } from './chapters/uploads.js';
import { Report } from './report.js';
import { startTarget } from './target.js';
import { removeChildren, startWorld } from './world.js';

const CHAPTERS = {
  conventions,
  uploads,
  lists,
  overviews,
  review,
  updates,
  portal,
  organizations,
  texts,
  knowledge,
  limits,
};

const [url, key] = process.argv.slice(2);
if ((url === undefined) !== (key === undefined)) {
  process.stderr.write('Give the base address and an admin key, or neither: npm run conformance -- URL KEY\n');
  process.exit(2);
}
const target =
  url === undefined || key === undefined
    ? await startTarget()
    : { url: url.replace(/\/+$/, ''), key, close: () => Promise.resolve() };
const report = new Report();
const started = performance.now();
try {
  const world = await startWorld(report, target.url, target.key);
  // Each works in organizations of its own, so they need not wait for each other.
  await Promise.all(
    Object.entries(CHAPTERS).map(async ([name, chapter]) => {
      const own = new Report();
      own.chapter('—', 'RUN');
      await own.check(`the chapter ${name} runs to its end`, () => chapter({ ...world, report: own }));
      report.results.push(...own.results);
    }),
  );
  await removeChildren(world);
} finally {
  await target.close();
}
const ids = report.results.map(({ id }) => id).filter((id) => !id.startsWith('RUN'));
if (new Set(ids).size < ids.length) throw new Error('two chapters name their checks alike');
report.results.sort((a, b) => a.section.localeCompare(b.section) || a.id.localeCompare(b.id));
const seconds = ((performance.now() - started) / 1000).toFixed(0);
process.stdout.write(`${report.table()}, in ${seconds} s\n`);
process.exit(report.counted('fail') === 0 ? 0 : 1);
