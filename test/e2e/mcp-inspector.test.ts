import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ListPromptsResultSchema, McpError } from '@modelcontextprotocol/sdk/types.js';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { joinSystem } from '../support/join-system.js';
import { connectAgent, type ConnectedAgent } from '../support/mcp-client.js';

let system: Awaited<ReturnType<typeof joinSystem>>;
let agent: ConnectedAgent;
beforeAll(async () => {
  system = await joinSystem();
  const json = { question: 'Are backups encrypted?', answer: 'Yes, with AES-256.', tags: [] };
  expect((await system.api.post('/v1/knowledge/answers', { json })).status).toBe(200);
  agent = await connectAgent(system.url, { 'x-api-key': system.key });
}, 60_000);
afterAll(async () => {
  await agent.close();
  await system.close();
});

// What the protocol's inspector asks on its command line (gateway/README.md), which is too heavy to be a dependency.
describe('what the inspector of MCP asks', () => {
  it('lists tools, of which each has words, a schema that is one, and honest annotations', async () => {
    const { tools } = await agent.client.listTools();
    expect(tools).toHaveLength(7);
    for (const { name, title, description, inputSchema, annotations } of tools) {
      expect(name).toMatch(/^[a-z_]{1,64}$/);
      for (const words of [title, description]) expect(words?.length).toBeGreaterThan(5);
      expect(inputSchema.type).toBe('object');
      const ajv = new Ajv({ strict: true, allErrors: true });
      formats.default(ajv);
      await ajv.validateSchema(inputSchema, true);
      ajv.compile(inputSchema);
      for (const property of Object.values(inputSchema.properties ?? {}))
        expect([name, property]).toEqual([name, expect.objectContaining({ description: expect.any(String) })]);
      expect(annotations).toMatchObject({ readOnlyHint: expect.any(Boolean), destructiveHint: false });
    }
    const writing = tools.filter(({ annotations }) => annotations?.readOnlyHint === false).map(({ name }) => name);
    expect(writing.sort()).toEqual(['ask', 'propose_answer', 'upload_text']);
  });

  it('calls a tool, whose text and structure say the same, and is told what is wrong with its arguments', async () => {
    const search = { name: 'search_answers', arguments: { query: 'backups' } };
    const found = await agent.client.callTool(search);
    const [text] = found.content as { text: string }[];
    expect(found.isError ?? false).toBe(false);
    expect(JSON.parse(text?.text ?? '')).toEqual(found.structuredContent);
    expect(text?.text).toContain('AES-256');
    const wrong = await agent.client.callTool({ ...search, arguments: { query: 'x', limit: 51 } });
    expect(wrong).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('limit') }] });
    const none = await agent.client.callTool({ name: 'erase_everything', arguments: {} });
    expect(none).toMatchObject({ isError: true });
  });

  it('lists resources and their templates, and reads one', async () => {
    const { resources } = await agent.client.listResources();
    expect(resources).toMatchObject([{ name: 'Are backups encrypted?', mimeType: 'application/json' }]);
    expect((await agent.client.listResourceTemplates()).resourceTemplates).toHaveLength(2);
    const { contents } = await agent.client.readResource({ uri: resources[0]?.uri ?? '' });
    const [first] = contents as { text: string }[];
    expect(JSON.parse(first?.text ?? '')).toMatchObject({ answer: 'Yes, with AES-256.' });
  });

  it('is told plainly that there are no prompts, and no such resource', async () => {
    expect(agent.client.getServerCapabilities()).not.toHaveProperty('prompts');
    const asked = async (work: () => Promise<unknown>): Promise<unknown> => work().catch((error: unknown) => error);
    const prompts = await asked(() => agent.client.request({ method: 'prompts/list' }, ListPromptsResultSchema));
    expect(prompts).toMatchObject({ code: -32601 });
    const uri = 'candor://answers/00000000-0000-4000-8000-000000000000';
    const none = await asked(() => agent.client.readResource({ uri }));
    expect([none instanceof McpError, String(none)]).toEqual([true, expect.stringMatching(/no such/i)]);
  });
});
