import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { joinSystem } from '../support/join-system.js';
import type { JoinedSystem } from '../support/system-clients.js';
import { form } from '../support/multipart.js';
import { processed as poll } from '../support/questionnaires.js';

let system: JoinedSystem;
beforeAll(async () => {
  system = await joinSystem();
});
afterAll(() => system.close());

// Every response is checked against the OpenAPI document.

const SILENT = ['Ref,Topic,Situation,Note', 'T1,Passwords,,', 'T2,Shared accounts,,', 'T3,Segmentation,,'].join('\n');

async function uploaded(): Promise<string> {
  const file = { fileName: 'topics.csv', type: 'text/csv', content: SILENT };
  const { body } = await system.api.post('/v1/questionnaire/upload/file', {
    body: form(['company_name', 'Acme'], ['file', file]),
  });
  return (body as { questionnaire_id: string }).questionnaire_id;
}

const processed = async (id: string) => (await poll(system.api, id)) as { status: string; total_questions: number };

describe('a file that gives nothing', () => {
  it('gives its questions when a person says what asks, and the next of its kind with one call', async () => {
    const id = await uploaded();
    expect((await processed(id)).status).toBe('QUESTION_EXTRACTION_FAILED');
    const at = `/v1/questionnaire/${id}/extraction`;
    const { body: layout } = await system.api.get(`${at}/layout`);
    expect(layout).toMatchObject({ areas: [{ sheet: '', table: null, columns: null, asks: false, row_count: 4 }] });
    const { areas } = layout as { areas: { sheet_id: string }[] };
    const { body: account } = await system.api.get(`${at}?sheet_id=${areas[0]!.sheet_id}&limit=5`);
    expect(account).toMatchObject({ pagination: { total: 10 } });

    const columns = { question: 'b', number: 'A', answers: ['C'] };
    const corrections = { areas: [{ sheet: '', columns, first_row: 2 }], add: [], remove: [] };
    const dry = await system.api.post(`${at}/corrections`, { json: { dry_run: true, corrections } });
    expect(dry.body).toMatchObject({ dry_run: true, counts: { added: 3, removed: 0, kept: 0 }, should_poll: false });
    const applied = await system.api.post(`${at}/corrections`, { json: { corrections } });
    expect(applied.body).toMatchObject({ dry_run: false, should_poll: true });
    expect(await processed(id)).toMatchObject({ status: 'ANSWERING_COMPLETED', total_questions: 3 });
    const { body: inForce } = await system.api.get(`${at}/corrections`);
    expect(inForce).toMatchObject({ can_correct: true, remembered: null });
    // What is read can be sent back as it is.
    const again = { dry_run: true, corrections: (inForce as { corrections: unknown }).corrections };
    expect((await system.api.post(`${at}/corrections`, { json: again })).body).toMatchObject({ counts: { kept: 3 } });

    const next = await uploaded();
    await processed(next);
    const { body: offered } = await system.api.get(`/v1/questionnaire/${next}/extraction/corrections`);
    expect(offered).toMatchObject({ remembered: { from: { questionnaire_id: id } } });
    const taken = await system.api.post(`/v1/questionnaire/${next}/extraction/corrections`, {
      json: { use_remembered: true },
    });
    expect(taken.body).toMatchObject({ counts: { added: 3 }, left_out: [] });
    expect(await processed(next)).toMatchObject({ total_questions: 3 });
    const { body } = await system.api.call('DELETE', `/v1/questionnaire/${next}/extraction/corrections/remembered`);
    expect(body).toEqual({ forgotten: true });
  });

  it('is told which correction cannot be', async () => {
    const id = await uploaded();
    await processed(id);
    const refused = async (json: unknown) => {
      const { status, body } = await system.api.post(`/v1/questionnaire/${id}/extraction/corrections`, { json });
      return [status, ...((body as { errors?: { path: string }[] }).errors ?? []).map(({ path }) => path)];
    };
    const said = { areas: [], add: [], remove: [] };
    expect(await refused({})).toEqual([422, 'corrections']);
    const unknown = { ...said, areas: [{ sheet: 'Nowhere', asks: false }] };
    expect(await refused({ corrections: unknown })).toEqual([422, 'corrections.areas.0']);
    const both = { ...said, areas: [{ sheet: '', asks: false, first_row: 2 }] };
    expect(await refused({ corrections: both })).toEqual([422, 'corrections.areas.0.asks']);
    expect(await refused({ corrections: { ...said, add: [{ location: {} }] } })).toEqual([
      422,
      'corrections.add.0.location',
    ]);
    expect((await refused({ corrections: said }))[0]).toBe(422);
    expect((await refused({ use_remembered: true }))[0]).toBe(404);
  });
});
