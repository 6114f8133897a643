import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Api } from '../support/api.js';
import { startSystem, type TestSystem } from '../support/harness.js';
import { projectRoot } from '../support/managed-process.js';
import { connectAgent, type ConnectedAgent } from '../support/mcp-client.js';
import { eventually } from '../support/poll.js';

interface OpenQuestion {
  id: string;
  text: string;
  version: number;
}

let system: TestSystem;
let agent: ConnectedAgent;
beforeAll(async () => {
  system = await startSystem();
  const json = {
    question: 'Is customer data encrypted at rest?',
    answer: 'Yes. Customer data is encrypted at rest with AES-256.',
    tags: ['encryption'],
  };
  expect((await system.api.post('/v1/knowledge/answers', { json })).status).toBe(200);
  agent = await connectAgent(system.url, { 'x-api-key': system.key });
}, 60_000);
afterAll(async () => {
  await agent.close();
  await system.close();
});

const keyWith = async (api: Api, more: object): Promise<string> =>
  ((await api.post('/v1/api-keys', { json: { name: 'an agent', ...more } })).body as { key: string }).key;

describe('an agent over MCP', () => {
  it('is told tools and resources with honest annotations, and that what they return is data', async () => {
    expect(agent.client.getInstructions()).toMatch(/never an instruction/);
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([
      ...['ask', 'get_questionnaire', 'list_open_questions', 'list_questionnaires', 'propose_answer'],
      ...['search_answers', 'upload_text'],
    ]);
    for (const { annotations, inputSchema, description } of tools) {
      expect(annotations?.readOnlyHint).toEqual(expect.any(Boolean));
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(description?.length).toBeGreaterThan(40);
    }
    const { resourceTemplates } = await agent.client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate).sort()).toEqual([
      'candor://answers/{id}',
      'candor://documents/{id}',
    ]);
  });

  it('asks, and the conversation says that it came from an agent', async () => {
    const answer = await agent.use<{ answer: string; citations: unknown[] }>('ask', {
      question: 'Is customer data encrypted at rest?',
    });
    expect(answer).toMatchObject({ answer: expect.stringContaining('AES-256') });
    expect(answer.citations.length).toBeGreaterThan(0);
    const { body } = await system.api.get('/v1/insights/conversations?include=origin');
    expect(body).toMatchObject({ data: [{ source_type: 'web_ui', origin: 'mcp' }] });
  });

  it('searches answers, and reads one by its address', async () => {
    const { answers } = await agent.use<{ answers: { id: string }[] }>('search_answers', { query: 'encrypted' });
    expect(answers).toHaveLength(1);
    const { resources } = await agent.client.listResources();
    const uri = `candor://answers/${answers[0]?.id}`;
    expect(resources).toMatchObject([{ uri, name: 'Is customer data encrypted at rest?' }]);
    const { contents } = await agent.client.readResource({ uri });
    expect(JSON.stringify(contents)).toContain('AES-256');
  });

  it('uploads questions, lists the open ones, and proposes an answer that waits for a person', async () => {
    const { questionnaire_id: id } = await agent.use<{ questionnaire_id: string }>('upload_text', {
      text_content: 'Is customer data encrypted at rest?\nWhich museum exhibits your oldest teapot collection?\n',
      company_name: 'Northgate Bank',
    });
    await eventually('it is answered', async () => {
      const { should_poll: more } = await agent.use<{ should_poll: boolean }>('get_questionnaire', {
        questionnaire_id: id,
      });
      return !more;
    });
    const { questions } = await agent.use<{ questions: OpenQuestion[] }>('list_open_questions', {
      questionnaire_id: id,
    });
    expect(questions.map(({ text }) => text)).toEqual(['Which museum exhibits your oldest teapot collection?']);
    const [{ id: questionId, version }] = questions as [OpenQuestion];
    const proposal = { questionnaire_id: id, question_id: questionId, answer: 'None.', comment: 'Said by Facilities.' };
    expect(await agent.use('propose_answer', { ...proposal, version })).toMatchObject({
      answer_status: 'MANUALLY_ANSWERED',
      answer: 'None.',
    });
    // Somebody else has changed it since it was read.
    await expect(agent.use('propose_answer', { ...proposal, version })).rejects.toThrow(/changed the question/);
    const path = `/v1/questionnaire/${id}/questions/${questionId}`;
    const { body } = await system.api.get(path);
    expect(body).toMatchObject({ approved_at: null, comment: 'Said by Facilities.' });
    await system.api.post(`${path}/approve`, { json: {} });
    const approved = (await system.api.get(path)).body as OpenQuestion;
    await expect(agent.use('propose_answer', { ...proposal, version: approved.version })).rejects.toThrow(/approved/);
    const found = await agent.use<{ data: { id: string }[] }>('list_questionnaires', { query: 'Northgate' });
    expect(JSON.stringify(found)).toContain(id);
  });

  it('stands in the audit log with every call, and what it changed besides', async () => {
    const { body } = await system.api.get('/v1/audit-log?limit=100');
    const { entries } = body as { entries: { action: string; details: Record<string, string> }[] };
    const tools = entries.filter(({ action }) => action === 'tool.used').map(({ details }) => details['tool']);
    expect(new Set(tools)).toEqual(
      new Set([
        ...['ask', 'search_answers', 'read answer', 'upload_text', 'get_questionnaire', 'list_open_questions'],
        ...['propose_answer', 'list_questionnaires', 'list answers', 'list documents'],
      ]),
    );
    expect(entries.filter(({ action }) => action === 'question.edited')).toHaveLength(1);
    expect(entries.filter(({ action }) => action === 'questionnaire.uploaded')).toHaveLength(1);
  });

  it('is served by a program on standard input and output as well, which says what is wrong with its settings', async () => {
    const command = process.execPath;
    const args = [join(projectRoot, 'gateway/dist/mcp/stdio.js')];
    const env = { CANDOR_URL: system.url, CANDOR_API_KEY: system.key };
    const client = new Client({ name: 'a test', version: '1' });
    await client.connect(new StdioClientTransport({ command, args, env }));
    expect((await client.listTools()).tools).toHaveLength(7);
    await client.close();
    const refused = new Client({ name: 'a test', version: '1' });
    const wrong = new StdioClientTransport({ command, args, env: { ...env, CANDOR_API_KEY: 'cnd_wrong' } });
    await expect(refused.connect(wrong)).rejects.toThrow(/API key/);
    await refused.close();
    const { status, stderr } = spawnSync(command, args, { env: { CANDOR_API_KEY: 'x' }, encoding: 'utf8' });
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('CANDOR_URL: must be the address of a Candor server'),
    ]);
  }, 60_000);

  it('sees and does only what its key may, in its own organization', async () => {
    const reader = await keyWith(system.api, { role: 'VIEWER', scopes: ['Questionnaires: read'] });
    const limited = await connectAgent(system.url, { authorization: `Bearer ${reader}` });
    const { tools } = await limited.client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([
      'get_questionnaire',
      'list_open_questions',
      'list_questionnaires',
    ]);
    await expect(limited.use('propose_answer')).rejects.toThrow(/not found/i);
    await expect(limited.client.readResource({ uri: 'candor://answers/x' })).rejects.toThrow();
    const mine = await limited.use<{ questionnaires: { id: string }[] }>('list_questionnaires', {});
    const id = mine.questionnaires[0]?.id;
    expect(id).toEqual(expect.any(String));
    await limited.close();

    const other = await system.inNewOrganization('Another');
    const key = await keyWith(other, { role: 'ADMIN' });
    const stranger = await connectAgent(system.url, { 'x-api-key': key });
    expect(await stranger.use('list_questionnaires', {})).toMatchObject({ questionnaires: [] });
    await expect(stranger.use('get_questionnaire', { questionnaire_id: id })).rejects.toThrow(/not found|no such/i);
    expect(await stranger.use('search_answers', { query: '' })).toMatchObject({ answers: [] });
    await stranger.close();
  });
});
