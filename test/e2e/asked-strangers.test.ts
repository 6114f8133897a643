import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@candor/runtime';
import type { Api } from '../support/api.js';
import { joinSystem } from '../support/join-system.js';
import { uploadQuestionnaire } from '../support/questionnaires.js';
import type { JoinedSystem } from '../support/system-clients.js';

let system: JoinedSystem;
let api: Api;
beforeAll(async () => {
  system = await joinSystem();
  api = system.api;
}, 60_000);
afterAll(() => system.close());

describe('what is asked of nobody who could answer', () => {
  it('is refused by interviews and rules by topic: strangers and groups that are not there', async () => {
    const questions = ['Which colour is the door of the lighthouse?'];
    await uploadQuestionnaire(api, { company: 'Northgate Bank', questions, fileName: 'open.csv' });
    const planned = await api.post('/v1/interviews', { json: { title: 'Doors', facts: 1 } });
    expect(planned.status).toBe(200);
    const fact = `/v1/facts/${(planned.body as { facts: { id: string }[] }).facts[0]?.id ?? ''}`;
    for (const type of ['USER', 'GROUP']) {
      const stranger = { id: newId(), type };
      const rule = { name: 'Doors', words: ['door'], action: 'owner', owner: stranger };
      const refused = [
        await api.call('PATCH', fact, { json: { assignee: stranger } }),
        await api.post(`${fact}/pass`, { json: { assignee: stranger } }),
        await api.post('/v1/topic-rules', { json: rule }),
      ];
      expect(refused.map(({ status }) => status)).toEqual([422, 422, 422]);
      expect(refused.map(({ body }) => (body as { errors: { path: string }[] }).errors[0]?.path)).toEqual([
        ...['assignee.id', 'assignee.id', 'owner.id'],
      ]);
    }
    const { body } = await api.post('/v1/users', { json: { name: 'Ida', email: 'ida@asked.example' } });
    const owner = { id: (body as { id: string }).id, type: 'USER' };
    expect((await api.call('PATCH', fact, { json: { assignee: owner } })).status).toBe(200);
  }, 120_000);
});
