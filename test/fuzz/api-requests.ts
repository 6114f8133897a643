import { HOSTILE_TEXTS, valueOf, type FieldValues, type Schema } from './api-values.js';
import { grownFile } from './api-grown.js';
import type { Random } from './random.js';

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  schema: Schema;
}

export interface Operation {
  operationId: string;
  method: string;
  path: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

export interface FuzzRequest {
  operationId: string;
  method: string;
  /** As the document writes it. */
  template: string;
  path: string;
  headers: Record<string, string>;
  body: NonNullable<RequestInit['body']> | undefined;
  /** For the report. */
  shown: string;
}

/** Everything that requests are made from. */
export interface Surroundings extends FieldValues {
  random: Random;
  /** Identifiers that answers have shown, by the name that paths give them. */
  ids: Map<string, string[]>;
  /** Of things that are under another one: name → identifier → the other's identifier. */
  parents: Map<string, Map<string, string>>;
  keys: { admin: string; others: readonly string[]; person: string };
  organizations: readonly string[];
}

const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  md: 'text/markdown',
  jsonl: 'application/jsonl',
  exe: 'application/x-msdownload',
};
const CONTENTS: readonly ((random: Random) => string)[] = [
  (random) => `Question,Answer\nDo you use ${random.int(0, 99)}?,\nIs data encrypted?,Yes\n`,
  (random) => `email,categories\nreader${random.int(0, 999)}@example.com,\nnot an address,x\n`,
  () => '{"question":"B?","answer":"B","source_type":"web_ui","answered_at":"2026-01-01T00:00:00Z"}\n{broken\n',
  () => '# Policy\n\nAll data is encrypted with AES-256.\n',
  () => 'PK\u0003\u0004 not really a zip',
  () => '%PDF-1.7 not really a PDF',
  () => '',
  () => '\0\0\0\uffff',
];

/** A request of one operation: in about half of all cases one that it should take. */
export function requestOf(operation: Operation, surroundings: Surroundings): FuzzRequest {
  const { random } = surroundings;
  const around = { ...surroundings, grown: random.pick([0, 0, 0, 0, 0.1, 0.5]) };
  const spoiled = random.pick([0, 0, 0, 0.02, 0.1, 0.3]);
  const query = new URLSearchParams();
  for (const { in: place, name, schema } of operation.parameters ?? []) {
    if (place !== 'query' || random.chance(0.5)) continue;
    const value = valueOf(schema, random, around, spoiled);
    query.append(name, typeof value === 'string' ? value : JSON.stringify(value));
    if (random.chance(spoiled / 4)) query.append(name, 'twice');
  }
  const parents = around.parents.get(lastOf(operation.path) ?? '') ?? new Map<string, string>();
  const isNumber = (name: string): boolean =>
    operation.parameters?.some((one) => one.in === 'path' && one.name === name && one.schema['type'] === 'integer') ??
    false;
  const placed = (name: string): string =>
    isNumber(name) && !random.chance(spoiled) ? String(random.int(1, 4)) : idOf(name, around, spoiled);
  const own = placed(lastOf(operation.path) ?? '');
  const path = operation.path.replace(/\{(\w+)\}/g, (_match, name: string) => {
    if (name === lastOf(operation.path)) return own;
    return parents.get(own) ?? placed(name);
  });
  const search = query.size > 0 ? `?${query.toString()}` : '';
  const headers = headersOf(operation.method, around, spoiled);
  const { body, type, shown } = bodyOf(operation, around, spoiled);
  if (type !== undefined) headers['content-type'] = type;
  const { method, operationId } = operation;
  return {
    operationId,
    method,
    template: operation.path,
    path: path + search,
    headers,
    body,
    shown: `${method} ${path}${search} ${JSON.stringify(headers)} ${shown}`.slice(0, 1200),
  };
}

const lastOf = (path: string): string | undefined => [...path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1];

function idOf(name: string, { ids, random }: Surroundings, spoiled: number): string {
  const known = ids.get(name) ?? [];
  if (random.chance(spoiled)) {
    const text = random.pick(HOSTILE_TEXTS.filter((one) => wellFormed(one) === one));
    return encodeURIComponent(text).replace(/^\.+$/, 'dots') || '-';
  }
  return known.length > 0 && random.chance(0.9) ? random.pick(known) : random.uuid();
}

function headersOf(method: string, { random, keys, organizations }: Surroundings, spoiled: number) {
  const headers: Record<string, string> = {
    'x-api-key': random.chance(0.9)
      ? random.pick([keys.admin, keys.admin, keys.admin, keys.person])
      : random.pick([...keys.others, 'cnd_wrong', 'ä', ' ']),
    'x-organization-id': random.pick(organizations),
  };
  const printable = HOSTILE_TEXTS.filter((text) => /^[\x20-\x7e]+$/.test(text));
  if (random.chance(spoiled)) headers['x-organization-id'] = random.pick([...printable, random.uuid()]);
  if (random.chance(0.2))
    headers['x-session-id'] = random.chance(spoiled) ? random.pick(printable) : `s${random.int(0, 20)}`;
  if (random.chance(0.1)) headers['x-request-id'] = random.pick([...printable, 'fine-1']);
  if (method === 'POST' && random.chance(0.2))
    headers['idempotency-key'] = random.pick([...printable, `k${random.int(0, 300)}`]);
  if (random.chance(0.1)) headers['if-match'] = random.pick(['"1"', '*', 'W/"2"', '"x"', '1']);
  if (random.chance(0.05)) headers['if-none-match'] = random.pick(['"1"', '*', 'W/"x"', ',,,']);
  if (random.chance(0.05)) headers['accept-encoding'] = random.pick(['gzip', 'identity', '*;q=0', 'br']);
  // Neither may be empty in a header that fetch sends.
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, encodeLatin(value)]));
}

/** Lone surrogates replaced, as every encoder does. */
const wellFormed = (text: string): string => Buffer.from(text, 'utf8').toString('utf8');

const encodeLatin = (text: string): string => Buffer.from(text, 'utf8').toString('latin1').trim() || '-';

function bodyOf(
  { requestBody, method }: Operation,
  around: Surroundings,
  spoiled: number,
): { body: FuzzRequest['body']; type: string | undefined; shown: string } {
  const { random } = around;
  const type = Object.keys(requestBody?.content ?? {}).find((one) => one.endsWith('json')) ?? 'application/json';
  const json = requestBody?.content[type];
  const form = requestBody?.content['multipart/form-data'];
  if (method === 'GET' || (!json && !form)) return { body: undefined, type: undefined, shown: '' };
  if (random.chance(spoiled / 3)) {
    const raw = random.pick(['{', '[]', '"text"', 'null', '{"a":1}{', '{"a":"\ud800"}', '\0', '['.repeat(20_000)]);
    return {
      body: raw,
      type: random.pick(['application/json', 'text/plain', 'multipart/form-data', 'x']),
      shown: raw.slice(0, 60),
    };
  }
  if (json) {
    const text = JSON.stringify(valueOf(json.schema, random, around, spoiled));
    return { body: text, type, shown: text };
  }
  return { ...formOf(form?.schema ?? {}, around, spoiled), type: undefined };
}

function formOf(schema: Schema, around: Surroundings, spoiled: number): { body: FormData; shown: string } {
  const { random } = around;
  const form = new FormData();
  const shown: string[] = [];
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    if (name === 'file') continue;
    if (!(schema.required?.includes(name) ?? false) && random.chance(0.6)) continue;
    const value = valueOf(part, random, around, spoiled);
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    form.append(name, wellFormed(text));
    shown.push(`${name}=${JSON.stringify(text)}`);
  }
  if (!random.chance(spoiled)) {
    const extension = random.pick(Object.keys(TYPES));
    const type = random.chance(0.2) ? '' : (TYPES[extension] ?? '');
    const content = random.chance(around.grown) ? grownFile(random) : random.pick(CONTENTS)(random);
    const name = random.chance(spoiled) ? wellFormed(random.pick(HOSTILE_TEXTS)) : `file.${extension}`;
    form.append('file', new Blob([content], { type }), name);
    shown.push(`file ${JSON.stringify(name)} ${type} ${JSON.stringify(content).slice(0, 60)}`);
  }
  return { body: form, shown: shown.join(' ') };
}

/** A request that no operation knows. */
export function wildRequest(operations: readonly Operation[], around: Surroundings): FuzzRequest {
  const { random } = around;
  const known = random.pick(operations).path.replace(/\{\w+\}/g, () => random.uuid());
  const path = random.pick([
    known,
    `${known}/`,
    `${known}/more`,
    known.toUpperCase(),
    `/v1/${random.uuid()}`,
    '/%ff',
    '//',
    '/v1/../x',
  ]);
  const method = random.pick(['GET', 'PUT', 'DELETE', 'PATCH', 'POST', 'OPTIONS', 'PROPFIND']);
  const headers = headersOf(method, around, 0.2);
  return {
    operationId: 'none',
    method,
    template: path,
    path,
    headers,
    body: undefined,
    shown: `${method} ${path} ${JSON.stringify(headers)}`,
  };
}
