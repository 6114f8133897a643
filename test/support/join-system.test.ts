import { expect, it } from '@jest/globals';
import { joinSystem } from './join-system.js';

const current = async ({ api }: Awaited<ReturnType<typeof joinSystem>>): Promise<string> =>
  ((await api.get('/v1/session')).body as { organization_id: string }).organization_id;

it('suites that join are administrators of one system, in organizations that see nothing of each other', async () => {
  const [one, other] = await Promise.all([joinSystem(), joinSystem()]);
  expect(one.url).toBe(other.url);
  expect(await current(one)).not.toBe(await current(other));
  expect((await one.api.post('/v1/tags/', { json: { name: 'Of one' } })).status).toBe(200);
  expect((await other.api.get('/v1/tags/')).body).toEqual([]);
  expect((await one.api.get('/v1/api-keys')).status).toBe(200);

  const child = await one.inNewOrganization('Child');
  expect((await child.get('/v1/tags/')).body).toEqual([]);
  await Promise.all([one.close(), other.close()]);
  expect((await one.api.get('/v1/tags/')).status).toBe(200);
});
