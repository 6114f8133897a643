import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { projectRoot } from '../support/managed-process.js';
import { canDropUnsynced } from '../support/unsynced/unsynced.mjs';

const run = promisify(execFile);

(canDropUnsynced() ? describe : describe.skip)('the embedded database when power is lost', () => {
  it('keeps every acknowledged write; without fsync the same test finds a loss', async () => {
    const { stdout } = await run(process.execPath, [join(projectRoot, 'test/kill/mongo-kill.mjs'), '--kills=5']);
    expect(stdout).toMatch(
      /^without fsync, as must be: round \d+: .*missing|without fsync, as must be: round \d+: counter/m,
    );
    expect(stdout).toMatch(/^5 kills, .* [1-9]\d* unsynced bytes dropped: nothing acknowledged lost, nothing half/m);
  }, 120_000);
});
