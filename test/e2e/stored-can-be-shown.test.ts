import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiResponse } from '../support/api.js';
import { joinSystem } from '../support/join-system.js';
import type { JoinedSystem } from '../support/system-clients.js';

let system: JoinedSystem;
beforeAll(async () => {
  system = await joinSystem();
});
afterAll(() => system.close());

const UNKNOWN = '44444444-4444-4444-8444-444444444444';
const text = (characters: number): string => 'Is it so? '.repeat(Math.ceil(characters / 10)).slice(0, characters);
const paste = (json: unknown): Promise<ApiResponse> => system.api.post('/v1/questionnaire/upload/text', { json });

interface Problem {
  code: string;
  errors?: { path: string; message: string }[];
}

async function refused(response: Promise<ApiResponse>, status: number, code: string): Promise<Problem> {
  const { status: got, body } = await response;
  expect([got, (body as Problem).code]).toEqual([status, code]);
  return body as Problem;
}

describe('what could not be shown again', () => {
  it.each(['0001-01-01', '9999-12-31T00:00:00Z', '2201-01-01', 9999999999])(
    'is no time of an update: %s',
    async (time) => {
      const update = { title: 'Title', description: 'Text', update_date: time };
      await refused(system.api.post('/v1/trustportal/updates', { json: update }), 422, 'invalid_input');
      expect((await system.api.get('/v1/trustportal/updates')).status).toBe(200);
    },
  );

  it('is no expiry in the past of all calendars; one that is far away means never', async () => {
    const answer = { question: 'Is it so?', answer: 'Yes.' };
    const early = { ...answer, expires_at: '0001-01-01T00:00:00Z' };
    await refused(system.api.post('/v1/knowledge/answers', { json: early }), 422, 'invalid_input');
    const { status, body } = await system.api.post('/v1/knowledge/answers', {
      json: { ...answer, expires_at: '9999-12-31T23:59:59Z' },
    });
    expect([status, (body as { expires_at: unknown }).expires_at]).toEqual([200, null]);
  });

  it.each([
    ['company_name', { company_name: 'x'.repeat(301) }],
    ['source_type', { source_type: 'x'.repeat(101) }],
    ['instructions', { instructions: 'x'.repeat(20_001) }],
    ['tag_ids', { tag_ids: Array.from({ length: 51 }, () => UNKNOWN) }],
    ['deadline', { deadline: '0000-01-01' }],
    ['deal_value', { deal_value: `${'0'.repeat(60_000)}x` }],
  ])('is no %s without a bound', async (path, fields) => {
    const { errors } = await refused(paste({ text_content: text(60), ...fields }), 422, 'invalid_input');
    expect(errors?.map((error) => error.path)).toEqual([path]);
  });

  it('is taken out of names, which are counted in characters', async () => {
    const { body } = await system.api.post('/v1/tags/', { json: { name: ' Stra\u200bße \u0000 5 ' } });
    expect(body).toMatchObject({ name: 'Straße 5' });
    await refused(system.api.post('/v1/tags/', { json: { name: 'STRASSE  5' } }), 409, 'tag_exists');
    await refused(system.api.post('/v1/tags/', { json: { name: '\u200b' } }), 422, 'invalid_input');
    await refused(system.api.post('/v1/tags/', { json: { name: '😀'.repeat(101) } }), 422, 'invalid_input');
    expect((await system.api.post('/v1/tags/', { json: { name: '😀'.repeat(100) } })).status).toBe(200);
  });
});

describe('an approval of nothing', () => {
  it('of an unknown questionnaire is a 404, not a 422', async () => {
    const path = `/v1/questionnaire/${UNKNOWN}/questions/approve`;
    await refused(system.api.post(path, { json: {} }), 404, 'questionnaire_not_found');
  });
});
