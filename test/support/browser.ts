import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { chromium, type Browser, type Page } from 'playwright-core';

const run = promisify(execFile);

const PROGRAM = '/usr/bin/chromium';

/**
 * Whether Debian's chromium can be had here: it is there, or can be installed because we are root. Says on standard error
 * why not.
 */
export async function browserAvailable(): Promise<boolean> {
  if (existsSync(PROGRAM)) return true;
  let reason = 'no chromium, and only root can install it';
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    try {
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
      await run('apt-get', ['update', '-qq'], { env });
      await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'], {
        env,
      });
    } catch (error) {
      reason = `chromium could not be installed: ${error instanceof Error ? error.message : 'unknown error'}`;
    }
    if (existsSync(PROGRAM)) return true;
  }
  process.stderr.write(`SKIPPED: tests in a browser: ${reason}\n`);
  return false;
}

/** A browser without a window. */
export function startBrowser(): Promise<Browser> {
  // Its sandbox cannot be had by root; the pages are ours.
  return chromium.launch({ executablePath: PROGRAM, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  impact: string | null;
  nodes: { target: string[] }[];
}

/** Rules whose result depends on nothing but colours: all that another colour scheme can break. */
export const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/** What stands in the way of people with disabilities, seriously or worse, by all rules or by some: "rule: element". */
export async function barriers(page: Page, rules?: readonly string[]): Promise<string[]> {
  // By the debugger's way, which the page's policy does not see; once a page.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe);
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }) };
  const violations = await page.evaluate<Violation[]>(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
