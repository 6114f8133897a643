import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ApiResponse } from './api.js';

type Schema = Record<string, unknown>;

interface Operation {
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
  parameters?: { name: string; in: string }[];
  security?: unknown[];
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
  webhooks: Record<string, { post: { requestBody: { content: Record<string, { schema: Schema }> } } }>;
}

const PROBLEM = 'application/problem+json';
/** Where the components are found; it is never fetched. */
const ROOT = 'https://candor.invalid/openapi';

/**
 * Checks responses against an OpenAPI document, more strictly than it says: a response may have no field that the
 * document does not name.
 */
export class OpenApiChecker {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  /** By the schema's text: most operations describe the same problem, which is compiled once. */
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly paths: { pattern: RegExp; template: string }[];

  constructor(private readonly document: OpenApiDocument) {
    addFormats.default(this.ajv);
    // One root for the components: each is compiled once, not again for every response that names it.
    this.ajv.addSchema({ $id: ROOT, components: closed(document.components) });
    this.paths = Object.keys(document.paths)
      .sort((a, b) => a.split('{').length - b.split('{').length)
      .map((template) => ({ template, pattern: patternOf(template) }));
  }

  /** Throws when the response is not one that the document describes. */
  check(method: string, url: string, response: ApiResponse): void {
    const path = url.split('?')[0] ?? '';
    const about = `${method} ${url} → ${response.status}`;
    if (!response.headers.get('x-request-id')) throw new Error(`${about}: no X-Request-Id`);
    // Not modified: an answer that has no body.
    if (response.status === 304) return;
    const operation = this.operation(method, path);
    // Done, and there is nothing to say.
    if (response.status === 204 && operation?.responses['204']) return;
    const type = response.headers.get('content-type')?.split(';')[0] ?? '';
    const schema = operation
      ? operation.responses[String(response.status)]?.content?.[type]?.schema
      : { $ref: '#/components/schemas/Problem' };
    if (!schema) throw new Error(`${about} (${type}): the document does not describe this`);
    const validate = this.validator(schema);
    if (!validate(response.body)) {
      throw new Error(`${about}: ${this.ajv.errorsText(validate.errors)} in ${JSON.stringify(response.body)}`);
    }
    if (type === PROBLEM) checkProblem(about, path, response);
    if (response.status === 200 && (operation?.security?.length ?? 0) > 0 && !response.headers.get('x-organization-id'))
      throw new Error(`${about}: no X-Organization-Id`);
  }

  /** Throws when the message is not one that the document describes for webhooks. */
  checkMessage(message: { type: string }): void {
    const schema = this.document.webhooks[message.type]?.post.requestBody.content['application/json']?.schema;
    if (!schema) throw new Error(`the document describes no event ${message.type}`);
    const validate = this.validator(schema);
    const { type } = message;
    if (!validate(message)) throw new Error(`${type}: ${this.ajv.errorsText(validate.errors)}`);
  }

  private operation(method: string, path: string): Operation | undefined {
    const match = this.paths.find(({ pattern }) => pattern.test(path));
    return match && this.document.paths[match.template]?.[method.toLowerCase()];
  }

  private validator(schema: Schema): ValidateFunction {
    const text = JSON.stringify(schema);
    const kept = this.validators.get(text);
    if (kept) return kept;
    const made = this.ajv.compile(JSON.parse(JSON.stringify(closed(schema)).replaceAll('"#/', `"${ROOT}#/`)) as Schema);
    this.validators.set(text, made);
    return made;
  }
}

function checkProblem(about: string, path: string, { status, headers, body }: ApiResponse): void {
  const problem = body as Record<string, unknown>;
  if (problem['status'] !== status) throw new Error(`${about}: the problem says ${String(problem['status'])}`);
  // An address that is too long was not read to its end.
  const instance = status === 431 ? '' : path;
  if (problem['instance'] !== instance) throw new Error(`${about}: the problem is of ${String(problem['instance'])}`);
  if (problem['request_id'] !== headers.get('x-request-id')) throw new Error(`${about}: another request id`);
  if ((status === 400 || status === 422) && !Array.isArray(problem['errors'])) throw new Error(`${about}: no errors`);
}

const patternOf = (template: string): RegExp =>
  new RegExp(`^${template.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}/?$`);

/** The schema with every object closed that does not say that it is open. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, closed(part)]));
  return 'properties' in copy && !('additionalProperties' in copy) ? { ...copy, additionalProperties: false } : copy;
}
