/** What programs that speak MCP are told, for the server at this origin. */
export const addressOf = (origin: string): string => `${origin}/mcp`;

export const commandOf = (origin: string): string => `claude mcp add --transport http candor ${addressOf(origin)}`;

/** With the address alone the program asks the person to sign in. */
export const configOf = (origin: string): string =>
  JSON.stringify({ mcpServers: { candor: { type: 'http', url: addressOf(origin) } } }, null, 2);

/** For programs that start their servers themselves: with a key, from a checkout that was built. */
export const stdioOf = (origin: string): string =>
  JSON.stringify(
    {
      mcpServers: {
        candor: {
          command: 'node',
          args: ['gateway/dist/mcp/stdio.js'],
          env: { CANDOR_URL: origin, CANDOR_API_KEY: 'cnd_…' },
        },
      },
    },
    null,
    2,
  );

/** Asks the address for its tools as whoever is here; resolves to how many there are. */
export async function countTools(origin: string, headers: Record<string, string>): Promise<number | undefined> {
  const response = await fetch(addressOf(origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  if (!response.ok) return undefined;
  const { result } = (await response.json()) as { result?: { tools?: unknown[] } };
  return result?.tools?.length;
}
