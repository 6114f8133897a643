import { ResourceTemplate, type McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { getAnswer } from '../routes/knowledge-answers/get.js';
import { getDocument } from '../routes/knowledge-documents/get.js';
import type { ToolCall } from './tools.js';

/** Documents and answers that a list names; whoever wants others searches. */
const LISTED = 50;
/** Passages of a document that are read out. */
const PASSAGES = 200;

/** Something that is read by its address: what it is made of, and how the newest are listed. */
export interface Readable {
  name: 'document' | 'answer';
  title: string;
  description: string;
  operation: typeof getDocument;
  list(call: ToolCall): Promise<{ id: string; name: string }[]>;
  read(call: ToolCall, id: string): Promise<object>;
}

export const READABLES: readonly Readable[] = [
  {
    name: 'document',
    title: 'Documents of evidence',
    description: 'A document of the organization, by its passages',
    operation: getDocument,
    list: async ({ clients, from }) => {
      const { documents } = await clients.knowledge.documents(from, { limit: LISTED, offset: 0 });
      return documents.map(({ id, name }) => ({ id, name }));
    },
    read: async ({ clients, from }, id) => {
      const document = await clients.knowledge.document(from, id);
      const { passages } = await clients.knowledge.passages(from, id, { limit: PASSAGES, offset: 0 });
      return { ...document, passages };
    },
  },
  {
    name: 'answer',
    title: 'Library answers',
    description: 'A library answer, with its question, tags and dates',
    operation: getAnswer,
    list: async ({ clients, from }) => {
      const filter = { query: '', status: 'APPROVED', tag: '', expiresBefore: '', limit: LISTED, offset: 0 };
      const { answers } = await clients.knowledge.answers(from, filter);
      return answers.map(({ id, question }) => ({ id, name: question }));
    },
    read: ({ clients, from }, id) => clients.knowledge.answer(from, id),
  },
];

const JSON_TYPE = 'application/json';

/** Offers documents and library answers by addresses of their own, `candor://documents/{id}` and `candor://answers/{id}`. */
export function offerResources(
  server: McpServer,
  readables: readonly Readable[],
  run: <Reply>(what: string, work: (call: ToolCall) => Promise<Reply>) => Promise<Reply>,
): void {
  for (const one of readables) {
    const template = new ResourceTemplate(`candor://${one.name}s/{id}`, {
      list: async () => ({
        resources: (await run(`list ${one.name}s`, (call) => one.list(call))).map(({ id, name }) => ({
          uri: `candor://${one.name}s/${id}`,
          name,
          mimeType: JSON_TYPE,
        })),
      }),
    });
    const { title, description } = one;
    server.registerResource(one.name, template, { title, description, mimeType: JSON_TYPE }, async (uri, { id }) => {
      const found = await run(`read ${one.name}`, (call) => one.read(call, String(id).toLowerCase()));
      return { contents: [{ uri: uri.href, mimeType: JSON_TYPE, text: JSON.stringify(found) }] };
    });
  }
}
