#!/usr/bin/env node
import { endStart, loadConfig, processEnvironment } from '@candor/runtime';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';

const settings = z.object({
  CANDOR_URL: z.url({ protocol: /^https?$/, error: 'must be the address of a Candor server' }),
  CANDOR_API_KEY: z.string('must be an API key').min(1, 'must be an API key'),
});

const readSettings = () => loadConfig(settings, processEnvironment());

/** For programs that start their MCP servers themselves: passes their messages on to a Candor server, and its answers back. */
async function main(): Promise<void> {
  const { CANDOR_URL: url, CANDOR_API_KEY: key } = readSettings();
  const here = new StdioServerTransport();
  const there = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers: { 'x-api-key': key } },
  }) as Transport;
  here.onmessage = (message) => {
    there.send(message).catch((error: unknown) => void answerFor(here, message, error));
  };
  there.onmessage = (message) => void here.send(message).catch(end);
  here.onclose = () => void there.close();
  process.stdin.once('end', () => void there.close());
  await there.start();
  await here.start();
}

/** A call that did not reach the server is answered here: its program must not wait for ever. */
async function answerFor(here: Transport, message: JSONRPCMessage, error: unknown): Promise<void> {
  const text = error instanceof Error ? error.message : 'the server could not be reached';
  process.stderr.write(`${text}\n`);
  if ('id' in message && 'method' in message)
    await here.send({ jsonrpc: '2.0', id: message.id, error: { code: -32000, message: text } }).catch(end);
}

function end(error: unknown): never {
  return endStart(error, readSettings);
}

main().catch(end);
