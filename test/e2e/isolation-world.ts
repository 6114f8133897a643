import type { Route } from '@candor/gateway';
import type { Api, CallOptions } from '../support/api.js';

/** Is in everything that the owner has, and in nothing else. */
export const SECRET = 'zyzzyva';

/** Identifiers of what an organization owns, by the name that paths give them. */
export type Ids = Record<
  | 'questionnaire_id'
  | 'question_id'
  | 'tag_id'
  | 'finding_id'
  | 'backtest_id'
  | 'backtest_answer_id'
  | 'interview_id'
  | 'fact_id'
  | 'topic_rule_id'
  | 'document_id'
  | 'answer_id'
  | 'user_id'
  | 'group_id'
  | 'api_key_id'
  | 'update_id'
  | 'category_id'
  | 'faq_entry_id'
  | 'subprocessor_id'
  | 'subscription_id'
  | 'webhook_id'
  | 'delivery_id'
  | 'sign_in_id'
  | 'connected_agent_id'
  | 'extension_id'
  | 'portal_document_id'
  | 'access_request_id'
  | 'nda_acceptance_id',
  string
>;

/** Two organizations: one that has something of everything, and one that must not get at it. */
export interface World {
  owner: Api;
  stranger: Api;
  /** Of what the owner has. */
  ids: Ids;
}

/**
 * How an endpoint is tried with what belongs to another organization:
 * - hidden: its path names a thing; the other organization's answers as one that does not exist, and stays as it is;
 * - lists: it shows what the organization has; nothing of the other one is in it, also where its identifiers are asked for;
 *   `nothing` is what it says when there is nothing, counts too;
 * - creates: it makes something; the other organization does not see it, and identifiers of the other's in its input
 *   have no effect;
 * - public or organizations: it works on no organization's data, or is tried in the test of its own.
 */
export type Entry =
  | { kind: 'hidden'; options?: () => CallOptions }
  | { kind: 'lists'; query?: string | ((ids: Ids) => string); json?: object; nothing?: object }
  | { kind: 'creates'; options: (ids: Ids) => CallOptions; check?: (reply: unknown, world: World) => Promise<void> }
  | { kind: 'elsewhere'; why: string };

/** A front page that is published, with an answer of the library and a subprocessor, named by `word`. */
export async function portalPageOf(api: Api, word: string): Promise<Pick<Ids, 'faq_entry_id' | 'subprocessor_id'>> {
  const made = async (path: string, json: object): Promise<string> =>
    ((await api.post(path, { json })).body as { id: string }).id;
  await made('/v1/knowledge/answers', { question: `Is ${word} public?`, answer: word, tags: [word] });
  await api.call('PATCH', '/v1/trustportal/profile', { json: { about: word } });
  await api.post('/v1/trustportal/profile/publish');
  return {
    faq_entry_id: await made('/v1/trustportal/faq', { tag: word }),
    subprocessor_id: await made('/v1/trustportal/subprocessors', { name: word }),
  };
}

const UNKNOWN = '44444444-4444-4444-8444-444444444444';

/** The path of a route with these identifiers, and those of nothing where there is none. */
export const pathOf = (route: Route, values: Partial<Ids>): string =>
  route.path.replace(/\{(\w+)\}/g, (_match, name: string) =>
    name === 'version' ? '1' : (values[name as keyof Ids] ?? UNKNOWN),
  );
