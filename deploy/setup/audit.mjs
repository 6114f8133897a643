#!/usr/bin/env node
// `npm run audit`: asks the registry for known weaknesses of what the lock file pins. Fails on high and critical ones of
// what is shipped; skips loudly where the registry offers no audit.
import { spawnSync } from 'node:child_process';

const FAILING = ['high', 'critical'];

const { stdout, stderr, error } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  shell: process.platform === 'win32',
});
const report = parsed(stdout);
if (report?.metadata?.vulnerabilities === undefined) {
  const reason =
    report?.error?.summary || report?.message || error?.message || stderr.trim().split('\n')[0] || 'no reason given';
  process.stdout.write(`*** SKIPPED: the audit of dependencies, for this registry offers none (${reason}).\n`);
  process.exit(0);
}
const { vulnerabilities } = report.metadata;
const found = Object.entries(vulnerabilities).filter(([severity, count]) => severity !== 'total' && count > 0);
for (const { name, severity, via } of Object.values(report.vulnerabilities ?? {})) {
  const titles = via.map((one) => (typeof one === 'string' ? `by ${one}` : `${one.title} ${one.url}`));
  process.stdout.write(`${severity}: ${name}: ${titles.join('; ')}\n`);
}
process.stdout.write(
  `audit: ${found.map(([severity, count]) => `${count} ${severity}`).join(', ') || 'nothing known'}\n`,
);
process.exit(FAILING.some((severity) => vulnerabilities[severity] > 0) ? 1 : 0);

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
