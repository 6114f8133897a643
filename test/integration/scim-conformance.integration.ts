import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSystem, type TestSystem } from '../support/harness.js';

/** The public suite scim2-tester (PyPI) with its client and httpx2, where some Python has them. */
const PYTHON = process.env['CANDOR_TEST_PYTHON'] ?? 'python3';
const available = spawnSync(PYTHON, ['-c', 'import scim2_tester, scim2_client.engines.httpx2']).status === 0;
if (!available)
  process.stderr.write('SKIPPED: the SCIM conformance suite. Install it: pip install scim2-tester==0.5.2 httpx2\n');

interface Finding {
  status: string;
  title: string;
  reason: string | null;
}

/** Where this server answers otherwise than the suite wants it to, and the standard lets it. */
const CHOSEN: readonly RegExp[] = [
  // Searching by POST is not offered: every client can filter by GET.
  /^search_with_attributes: There is nothing at this path/,
  // What only the server says of an address, and of a member, is in the answer as well: Entra ID looks for the type.
  /^check_(add|replace)_attribute: PATCH modify\(\) returned unexpected value for '(emails|members)'/,
];

(available ? describe : describe.skip)('the public conformance suite of SCIM', () => {
  let system: TestSystem;
  let key: string;
  beforeAll(async () => {
    system = await startSystem();
    const json = { name: 'Suite', role: 'ADMIN', scopes: ['Users: write'] };
    key = ((await system.api.post('/v1/api-keys', { json })).body as { key: string }).key;
  });
  afterAll(() => system.close());

  it('finds nothing that is against the standard', async () => {
    const script = fileURLToPath(new URL('../support/scim-conformance.py', import.meta.url));
    const child = spawn(PYTHON, [script, `${system.url}/scim/v2`, key], { stdio: ['ignore', 'pipe', 'inherit'] });
    const findings: Finding[] = [];
    createInterface(child.stdout).on('line', (line) => findings.push(JSON.parse(line) as Finding));
    const [code] = (await once(child, 'close')) as [number];
    expect(code).toBe(0);
    expect(findings.length).toBeGreaterThan(20);
    const wrong = findings.filter(({ status }) => ['ERROR', 'CRITICAL'].includes(status));
    const said = wrong.map(({ title, reason }) => `${title}: ${reason}`);
    expect(said.filter((one) => !CHOSEN.some((chosen) => chosen.test(one)))).toEqual([]);
  }, 300_000);
});
