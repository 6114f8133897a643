import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the stub says to a question: the value as JSON, a status that it refuses with, or nothing at all. */
export type StubReply = { value: unknown } | { status: number } | 'hangs';

export interface StubEndpoint {
  /** With the path of the version. */
  url: string;
  /** What it was asked, as the last message holds it. */
  asked: Record<string, unknown>[];
  /** Changes what it says from now on. */
  say(reply: (asked: Record<string, unknown>) => StubReply): void;
  close(): Promise<void>;
}

/** A language model of our own on HTTP, in the form of OpenAI's. */
export async function startStubEndpoint(): Promise<StubEndpoint> {
  const asked: Record<string, unknown>[] = [];
  let reply: (asked: Record<string, unknown>) => StubReply = () => ({ status: 503 });
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { messages } = JSON.parse(Buffer.concat(chunks).toString()) as { messages: { content: string }[] };
      const question = JSON.parse(messages.at(-1)?.content ?? '{}') as Record<string, unknown>;
      asked.push(question);
      const said = reply(question);
      if (said === 'hangs') return;
      if ('status' in said) response.writeHead(said.status).end();
      else {
        const message = { role: 'assistant', content: JSON.stringify(said.value) };
        const completion = { choices: [{ index: 0, finish_reason: 'stop', message }] };
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(completion));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    say: (next) => {
      reply = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Settings of a system that drafts by the stub. */
export const settingsFor = ({ url }: StubEndpoint): Record<string, string> => ({
  CANDOR_ANSWER_ENGINE: 'openai',
  CANDOR_ENGINE_PRESET: 'custom',
  OPENAI_BASE_URL: url,
  OPENAI_MODEL: 'stub',
  OPENAI_TIMEOUT_SECONDS: '15',
});
