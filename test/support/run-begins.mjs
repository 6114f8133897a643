import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes the place in which the first suite that wants the shared system starts it; a run without such a suite starts none. */
export default function runBegins() {
  process.env.TESTS_SHARED_FOLDER = mkdtempSync(join(tmpdir(), 'candor-shared-'));
  process.env.TESTS_RUNNER = String(process.pid);
}
