import { readFileSync } from 'node:fs';
import {
  AppError,
  deterministicId,
  invalid,
  micros,
  newId,
  notFound,
  type Clock,
  type FieldError,
} from '@candor/runtime';
import type { LifecycleActor } from '../review/lifecycle.js';
import type { KnowledgeDocumentStore } from '../store/knowledge-files.js';
import type { LibraryStore } from '../store/library.js';
import type { TopicRuleDocument, TopicRuleStore } from '../store/topic-rules.js';
import { canBeFound } from './matching.js';

/** What people say of a rule; undefined leaves a field as it is. */
export type TopicRuleFields = {
  [Field in Exclude<keyof TopicRuleDocument, '_id' | 'organizationId' | 'createdAt' | 'updatedAt'>]?:
    TopicRuleDocument[Field] | undefined;
};

const MOST_RULES = 100;
/** So often a change is tried again when others change the same rule. */
const ROUNDS = 5;

let given: { key: string; name: string; words: string[] }[] | undefined;

/** Topics that each organization has from the start, not active. */
const givenTopics = () =>
  (given ??= (
    JSON.parse(readFileSync(new URL('../../data/topics.json', import.meta.url), 'utf8')) as {
      topics: { key: string; name: string; words: string[] }[];
    }
  ).topics);

function givenRules(organizationId: string): TopicRuleDocument[] {
  return givenTopics().map(({ key, name, words }) => ({
    _id: deterministicId(organizationId, 'topic', key),
    organizationId,
    name,
    words,
    sections: [],
    action: 'people',
    documentIds: [],
    answerId: '',
    ownerId: '',
    ownerType: '',
    active: false,
    createdAt: 0,
    updatedAt: 0,
  }));
}

/** Rules by topic: what people say, and what is stored of it. */
export class TopicRules {
  constructor(
    private readonly deps: {
      topicRules: TopicRuleStore;
      knowledgeDocuments: Pick<KnowledgeDocumentStore, 'get'>;
      library: Pick<LibraryStore, 'get'>;
      clock: Clock;
    },
  ) {}

  /** Stored rules, and those that are given and that nobody has changed; the oldest first. */
  async list(organizationId: string): Promise<TopicRuleDocument[]> {
    const stored = await this.deps.topicRules.list(organizationId);
    const known = new Set(stored.map(({ _id }) => _id));
    return [...givenRules(organizationId).filter(({ _id }) => !known.has(_id)), ...stored];
  }

  /** Throws `too_many_rules`, `invalid_input`, also for documents and answers that are not the organization's. */
  async create({ organizationId, creationId }: LifecycleActor, fields: TopicRuleFields): Promise<TopicRuleDocument> {
    const { topicRules, clock } = this.deps;
    if ((await topicRules.count(organizationId)) >= MOST_RULES)
      throw new AppError('conflict', 'too_many_rules', `There are ${MOST_RULES} rules already. Delete one first.`);
    const now = micros(clock);
    const rule = checked({
      _id: creationId || newId(),
      organizationId,
      name: '',
      words: [],
      sections: [],
      action: 'people',
      documentIds: [],
      answerId: '',
      ownerId: '',
      ownerType: '',
      active: true,
      createdAt: now,
      ...(await this.saidOf(organizationId, fields)),
      updatedAt: now,
    });
    return topicRules.insert(rule);
  }

  /** Changes the fields that are sent of the rule as it is then: two people at once each change theirs. Throws `invalid_input`. */
  async change({ organizationId }: LifecycleActor, id: string, fields: TopicRuleFields): Promise<TopicRuleDocument> {
    const { topicRules, clock } = this.deps;
    const set = await this.saidOf(organizationId, fields);
    for (let round = 0; round < ROUNDS; round++) {
      const stored = await topicRules.get(organizationId, id);
      const before = stored ?? givenRules(organizationId).find(({ _id }) => _id === id);
      if (!before) throw notFound('topic_rule');
      if (Object.keys(set).length === 0) return before;
      const rule = checked({ ...before, ...set, updatedAt: Math.max(micros(clock), before.updatedAt + 1) });
      const isKept = stored ? await topicRules.replace(rule, stored.updatedAt) : await topicRules.insertIfNew(rule);
      if (isKept) return rule;
    }
    throw new AppError('conflict', 'rule_changed', 'Others are changing this rule right now. Read it again.');
  }

  /** A given topic comes back as it was given. */
  async remove(organizationId: string, id: string): Promise<void> {
    if (!(await this.deps.topicRules.remove(organizationId, id))) throw notFound('topic_rule');
  }

  /** Only what was given. What it names must be there now; what is removed later leaves the topic open. */
  private async saidOf(organizationId: string, fields: TopicRuleFields): Promise<Partial<TopicRuleDocument>> {
    const { knowledgeDocuments, library } = this.deps;
    const named = await Promise.all((fields.documentIds ?? []).map((id) => knowledgeDocuments.get(organizationId, id)));
    const errors: FieldError[] = named.flatMap((document, index) =>
      document ? [] : [{ path: `document_ids.${index}`, message: 'must be the id of a document.' }],
    );
    const { answerId = '' } = fields;
    if (answerId !== '' && !(await library.get(organizationId, answerId)))
      errors.push({ path: 'answer_id', message: 'must be the id of a library answer.' });
    if (errors.length > 0) throw invalid(errors);
    return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  }
}

/** The rule, if it is whole; throws `invalid_input`. */
function checked(rule: TopicRuleDocument): TopicRuleDocument {
  const errors: FieldError[] = rule.words.flatMap((phrase, index) =>
    canBeFound(phrase) ? [] : [{ path: `words.${index}`, message: 'must have a word of letters or digits.' }],
  );
  if (rule.words.length + rule.sections.length === 0)
    errors.push({ path: 'words', message: 'words or sections must say what the topic is.' });
  if (rule.action === 'documents' && rule.documentIds.length === 0)
    errors.push({ path: 'document_ids', message: 'document_ids must name the documents.' });
  if (rule.action === 'answer' && rule.answerId === '')
    errors.push({ path: 'answer_id', message: 'answer_id must name the library answer.' });
  if (rule.action === 'owner' && rule.ownerId === '')
    errors.push({ path: 'owner', message: 'owner must say whose topic it is.' });
  if (errors.length > 0) throw invalid(errors);
  return rule;
}
