import { randomBytes } from 'node:crypto';
import { Api } from './api.js';
import { OpenApiChecker, type OpenApiDocument } from './openapi-checker.js';

/** What a suite needs of a system that it speaks HTTP with. */
export interface JoinedSystem {
  url: string;
  /** Admin key of the default organization, or of the suite's own where the system is shared. */
  key: string;
  document: OpenApiDocument;
  /** Calls with that key in its organization; every response is checked against the OpenAPI document. */
  api: Api;
  /** A client with an admin's key in a new child of the default organization. */
  inNewOrganization(name: string): Promise<Api>;
  close(): Promise<void>;
}

/** Clients of a system that runs at `url`; `known`: its description, where that was read before. */
export async function clientsOf(
  url: string,
  key: string,
  known?: OpenApiDocument,
): Promise<Omit<JoinedSystem, 'close'>> {
  const document = known ?? ((await (await fetch(`${url}/openapi.json`)).json()) as OpenApiDocument);
  const api = new Api(url, { 'x-api-key': key }, new OpenApiChecker(document));
  return {
    url,
    key,
    document,
    api,
    inNewOrganization: async (name) => {
      // In a session of its own: creating an organization moves the session to it.
      const creator = api.with({ 'x-session-id': `create-${randomBytes(8).toString('hex')}` });
      const created = await creator.post('/v1/organizations/tenant/create', { json: { name } });
      return api.with({ 'x-organization-id': (created.body as { id: string }).id });
    },
  };
}
