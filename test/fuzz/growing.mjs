#!/usr/bin/env node
// `npm run fuzz:growth [-- PART-OF-NAME]`: single expressions, then the functions that read texts of clients. V8 optimizes an
// expression only as long as a process holds few of them; here it optimizes none, so what is slow is slow each time.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const flags = ['--no-regexp-optimization', '--import', 'tsx'];
for (const file of ['patterns.ts', 'texts.ts']) {
  const { status } = spawnSync(process.execPath, [...flags, join(here, file), ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
