/** Identifiers of one kind that are remembered. */
const KNOWN_IDS = 30;

/** Which name a path gives to what this operation answers. */
const NAMED: readonly [RegExp, string][] = [
  [/questions/, 'question_id'],
  [/v1\/facts/, 'fact_id'],
  [/interviews/, 'interview_id'],
  [/topic-rules/, 'topic_rule_id'],
  [/questionnaire/, 'questionnaire_id'],
  [/tags/, 'tag_id'],
  [/trustportal\/documents/, 'portal_document_id'],
  [/access-requests/, 'access_request_id'],
  [/nda\/acceptances/, 'nda_acceptance_id'],
  [/documents/, 'document_id'],
  [/knowledge\/answers/, 'answer_id'],
  [/organizations/, 'organization_id'],
  [/api-keys/, 'api_key_id'],
  [/users/i, 'user_id'],
  [/groups/i, 'group_id'],
  [/subscribers/, 'subscription_id'],
  [/categories/, 'category_id'],
  [/trustportal\/updates/, 'update_id'],
  [/trustportal\/faq$/, 'faq_entry_id'],
  [/trustportal\/subprocessors/, 'subprocessor_id'],
  [/webhooks\/.*(deliveries|test)/, 'delivery_id'],
  [/webhooks/, 'webhook_id'],
];

/** Identifiers that answers have shown, for the paths of later requests. */
export class KnownIds {
  /** By the name that paths give them. */
  readonly ids = new Map<string, string[]>();
  /** Of things that are under another one: name → identifier → the other's identifier. */
  readonly parents = new Map<string, Map<string, string>>();

  /** `spared` are never used: nothing may delete them. */
  constructor(private readonly spared: readonly string[]) {}

  /** The name that paths give to what this one answers. */
  nameOf(path: string): string | undefined {
    return NAMED.find(([pattern]) => pattern.test(path))?.[1];
  }

  learn(path: string, body: unknown): void {
    const name = this.nameOf(path);
    if (name === undefined || typeof body !== 'object' || body === null) return;
    const items = Object.values(body).find(Array.isArray) as unknown[] | undefined;
    const found = [body, ...(Array.isArray(body) ? (body as unknown[]) : []), ...(items ?? [])].flatMap((one) => {
      const { id, questionnaire_id: questionnaire } = (one ?? {}) as { id?: unknown; questionnaire_id?: unknown };
      return [id, questionnaire].filter((value): value is string => typeof value === 'string');
    });
    const parent = /\/v1\/(?:questionnaire|webhooks)\/([0-9a-f-]{36})\//.exec(path)?.[1];
    if (parent !== undefined && (name === 'question_id' || name === 'delivery_id')) {
      const parents = this.parents.get(name) ?? new Map<string, string>();
      for (const id of found) parents.set(id, parent);
      this.parents.set(name, parents);
    }
    const known = this.ids.get(name) ?? [];
    const safe = found.filter((id) => !known.includes(id) && !this.spared.includes(id));
    // The oldest, which have been processed by now, and the newest.
    const all = [...known, ...safe];
    all.splice(KNOWN_IDS / 2, Math.max(0, all.length - KNOWN_IDS));
    this.ids.set(name, all);
  }

  forget(id: string | undefined): void {
    for (const [name, known] of this.ids)
      this.ids.set(
        name,
        known.filter((one) => one !== id),
      );
  }
}
