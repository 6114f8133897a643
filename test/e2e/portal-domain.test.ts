import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { request } from 'node:http';
import type { Api } from '../support/api.js';
import { startSystem, type TestSystem } from '../support/harness.js';
import { eventually } from '../support/poll.js';
import { startNameServer, type NameServer } from '../../services/trust-portal/src/profile/name-server.fixture.js';

const DOMAIN = 'trust.quayside.example';
let names: NameServer;
let system: TestSystem;
let api: Api;

beforeAll(async () => {
  names = await startNameServer();
  system = await startSystem({ CANDOR_PUBLIC_URL: 'https://candor.example', CANDOR_DNS_SERVERS: names.address });
  api = await system.inNewOrganization('Quayside');
}, 60_000);
afterAll(async () => {
  await system.close();
  names.close();
});

/** What the host answers under its root. */
const pageOf = (host: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(system.url);
    request({ hostname, port, path: '/', headers: { host } }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => resolve(Buffer.concat(pieces).toString()));
    })
      .on('error', reject)
      .end();
  });

it('leads a host to a portal once its record is found, and to nobody else’s', async () => {
  const give = async (of: Api) =>
    (await of.call('PATCH', '/v1/trustportal/profile', { json: { domain: DOMAIN } })) as {
      status: number;
      body: { code?: string; domain_proof: { state: string; record_name: string; record_text: string } };
    };
  const stranger = await system.inNewOrganization('Stranger');
  expect((await give(stranger)).body.domain_proof.state).toBe('pending');
  const { record_name: name, record_text: text } = (await give(api)).body.domain_proof;
  expect([name, text]).toEqual([`_candor-portal.${DOMAIN}`, expect.stringMatching(/^candor-/)]);
  names.records.set(name, [text]);
  expect((await give(api)).body.domain_proof.state).toBe('proven');
  const refused = await give(stranger);
  expect([refused.status, refused.body.code]).toEqual([409, 'portal_domain_taken']);
  await eventually('the host shows the portal', async () => (await pageOf(DOMAIN)).includes('Quayside'), 40_000, 200);
}, 60_000);
