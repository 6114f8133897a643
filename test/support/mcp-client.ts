import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

export interface ConnectedAgent {
  client: Client;
  /** What a tool returned; rejects with what it said when it failed. */
  use<Reply>(name: string, input?: Record<string, unknown>): Promise<Reply>;
  close(): Promise<void>;
}

/** An agent that speaks MCP with the SDK's own client. */
export async function connectAgent(url: string, headers: Record<string, string>): Promise<ConnectedAgent> {
  const client = new Client({ name: 'a test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } });
  await client.connect(transport);
  return {
    client,
    use: async <Reply>(name: string, input: Record<string, unknown> = {}) => {
      const result = (await client.callTool({ name, arguments: input })) as CallToolResult;
      const [first] = result.content;
      const text = first?.type === 'text' ? first.text : '';
      if (result.isError) throw new Error(text);
      return JSON.parse(text) as Reply;
    },
    close: () => client.close(),
  };
}
