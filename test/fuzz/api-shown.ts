import type { Operation } from './api-requests.js';
import type { Random } from './random.js';

/** A read that could show what a write has left. */
export interface ShowingRead {
  path: string;
  /** A list of the organization: it is there whatever else happens. Others may be of something that is gone by now. */
  list: boolean;
  /** It shows what concerns the calling person. */
  personal: boolean;
}

const MOST_OF_ONE = 4;
/** Reads that show what other families hold: names of tags, people and organizations, and what has been done. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  tags: ['/v1/questionnaire/list', '/v1/knowledge/answers'],
  users: ['/v1/questionnaire/list', '/v1/groups'],
  // Of SCIM.
  v2: ['/v1/users', '/v1/groups', '/v1/questionnaire/list'],
  groups: ['/v1/questionnaire/list'],
  organizations: ['/v1/session'],
  'api-keys': ['/v1/session'],
  insights: ['/v1/insights/conversations'],
};
/** There may be none of it: it answers 404 then. */
const MAY_BE_GONE: ReadonlySet<string> = new Set(['/v1/sign-in-provider']);
const AUDIT = '/v1/audit-log';
const OF_THE_PERSON: ReadonlySet<string> = new Set([
  '/v1/questions/assigned',
  '/v1/notifications',
  '/v1/notifications/preferences',
]);

/** Which reads could show a write. Lists are read at the largest page. */
export class ShowingReads {
  private readonly reads: readonly Operation[];

  constructor(
    operations: readonly Operation[],
    private readonly random: Random,
    /** Public pages of the organization. */
    private readonly pages: readonly string[],
  ) {
    this.reads = operations.filter(({ method, path }) => method === 'GET' && path.startsWith('/v1/'));
  }

  /** All lists of the family, some gets of what the path or the reply names, and the audit log. */
  of(template: string, path: string, made: { name: string | undefined; id: unknown }): ShowingRead[] {
    const family = familyOf(template);
    const known = new Map(idsIn(template, path));
    if (made.name !== undefined && typeof made.id === 'string' && !known.has(made.name)) known.set(made.name, made.id);
    const lists = this.reads
      .filter(
        (one) =>
          !one.path.includes('{') &&
          (familyOf(one.path) === family || one.path === AUDIT || ALSO[family]?.includes(one.path)),
      )
      .map((one) => ({
        path: one.path + largestPage(one),
        list: !MAY_BE_GONE.has(one.path),
        personal: OF_THE_PERSON.has(one.path),
      }));
    const gets = this.reads
      .filter((one) => one.path.includes('{') && familyOf(one.path) === family)
      .map((one) => ({ path: filled(one.path, known) + largestPage(one), list: false, personal: false }))
      .filter((one) => !one.path.includes('{'));
    while (gets.length > MOST_OF_ONE) gets.splice(this.random.int(0, gets.length - 1), 1);
    const pages =
      family === 'trustportal' ? this.pages.map((page) => ({ path: page, list: true, personal: false })) : [];
    return [...lists, ...gets, ...pages];
  }
}

const familyOf = (path: string): string => path.split('/')[2] ?? '';

const filled = (template: string, known: ReadonlyMap<string, string>): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => known.get(name) ?? whole);

function* idsIn(template: string, path: string): Iterable<[string, string]> {
  const parts = (path.split('?')[0] ?? '').split('/');
  for (const [i, part] of template.split('/').entries()) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name !== undefined && parts[i] !== undefined) yield [name, parts[i]];
  }
}

function largestPage({ parameters = [] }: Operation): string {
  const size = parameters.find(({ name }) => name === 'limit' || name === 'page_size');
  return size === undefined ? '' : `?${size.name}=${Number(size.schema['maximum'] ?? 100)}`;
}
