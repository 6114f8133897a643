import type OpenAI from 'openai';
import { z } from 'zod';
import { NoCompletion } from './failures.js';
import type { Dialect } from './presets.js';

export interface Message {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** A reply that is wanted in a given shape. */
export interface Ask<T> {
  messages: Message[];
  /** What the reply is to look like; `read` throws for another shape. */
  schema: { name: string; schema: Readonly<Record<string, unknown>> };
  read: (value: unknown) => T;
  /** Tokens that a reply may have. */
  mostTokens: number;
}

/** Rough: characters a token. */
const CHARACTERS_A_TOKEN = 3.5;

/** Tokens of a text, roughly: for reserving them before a call, and for servers that do not count. */
export const tokensOf = (text: string): number => Math.ceil(text.length / CHARACTERS_A_TOKEN);

/** What is sent in a dialect. Where no schema is, the prompt says the shape. */
export function bodyOf<T>(model: string, ask: Ask<T>, dialect: Dialect): OpenAI.ChatCompletionCreateParamsNonStreaming {
  const { name, schema } = ask.schema;
  const shape = `Reply with one JSON object alone, without a fence and without a word around it, of this JSON schema: ${JSON.stringify(schema)}`;
  const messages = ask.messages.map((message, i) =>
    dialect.structure !== 'json_schema' && i === 0 ? { ...message, content: `${message.content}\n${shape}` } : message,
  );
  return {
    model,
    messages,
    [dialect.limit]: ask.mostTokens * dialect.room,
    ...(dialect.temperature ? { temperature: 0 } : {}),
    ...(dialect.structure === 'json_schema'
      ? { response_format: { type: 'json_schema' as const, json_schema: { name, strict: true, schema } } }
      : {}),
    ...(dialect.structure === 'json_object' ? { response_format: { type: 'json_object' as const } } : {}),
  };
}

const completionSchema = z.object({
  choices: z
    .array(z.object({ finish_reason: z.string().nullish(), message: z.object({ content: z.string().nullish() }) }))
    .min(1),
  usage: z.object({ prompt_tokens: z.number().nullish(), completion_tokens: z.number().nullish() }).nullish(),
});

export interface Completion {
  content: string;
  /** It ended at its bound. */
  cutOff: boolean;
  promptTokens: number;
  completionTokens: number;
}

/** What a server sent; a server that does not count tokens is counted for. Throws `NoCompletion` for anything else. */
export function completionOf(reply: unknown, messages: readonly Message[]): Completion {
  let read: z.infer<typeof completionSchema>;
  try {
    read = completionSchema.parse(typeof reply === 'string' ? JSON.parse(reply) : reply);
  } catch {
    throw new NoCompletion();
  }
  const content = read.choices[0]?.message.content ?? '';
  return {
    content,
    cutOff: read.choices[0]?.finish_reason === 'length',
    promptTokens: read.usage?.prompt_tokens ?? messages.reduce((sum, m) => sum + tokensOf(m.content), 0),
    completionTokens: read.usage?.completion_tokens ?? tokensOf(content),
  };
}

/** An error in another form than OpenAI's keeps its words, which may tell what was refused. */
export async function inErrorForm(response: Response): Promise<Response> {
  if (response.status < 400) return response;
  const text = (await response.text()).slice(0, 4_000);
  const headers = new Headers(response.headers);
  headers.set('content-type', 'application/json');
  headers.delete('content-length');
  return new Response(JSON.stringify({ error: errorOf(text) }), { status: response.status, headers });
}

function errorOf(text: string): object {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    if (typeof error === 'object' && error !== null) return error;
  } catch {
    // A page, or nothing.
  }
  return { message: text };
}
