import { fold, micros, type Clock } from '@candor/runtime';
import { confidenceOf, DISAGREEING_AT_MOST, REPEATED_SCORE } from '../answering/deciding/confidence.js';
import { fitOptions } from '../answering/writing/options.js';
import type { AnswerRequest, EngineAnswer } from '../answering/types.js';
import type { KnowledgeDelta } from '../store/knowledge.js';
import type { LibraryStore } from '../store/library.js';
import type { PublishedLibrary } from '../store/published-library.js';
import type { TopicRuleDocument, TopicRuleStore } from '../store/topic-rules.js';
import { ruleFor } from './matching.js';

/** A part of the evidence: what its index is called, and what is in it after a revision. */
export interface PartOfEvidence {
  name: string;
  load: (since: number) => AsyncIterable<KnowledgeDelta>;
}

export interface Engines {
  /** From all evidence, in the order of the requests. */
  all: (requests: AnswerRequest[]) => Promise<EngineAnswer[]>;
  /** From a part alone. */
  part: (from: PartOfEvidence, request: AnswerRequest) => Promise<EngineAnswer>;
}

const DECIDING = ['people', 'documents', 'answer'] as const;
const MOST_QUOTE = 300;

/** Holds questions against an organization's rules by topic, before any engine is asked. */
export class TopicRouting {
  /** Indexes of parts that this process has asked, by organization. */
  private readonly names = new Map<string, Set<string>>();

  constructor(
    private readonly topicRules: Pick<TopicRuleStore, 'list'>,
    private readonly library: Pick<LibraryStore, 'get'>,
    private readonly sources: Pick<PublishedLibrary, 'changesSince'>,
    private readonly clock: Clock,
  ) {}

  /** An answer for each request, in order: by a rule where one decides, else from all evidence. */
  async answer(organizationId: string, requests: AnswerRequest[], engines: Engines): Promise<EngineAnswer[]> {
    const rules = (await this.topicRules.list(organizationId)).filter(({ active }) => active);
    if (rules.length === 0) return engines.all(requests);
    const rest: AnswerRequest[] = [];
    const decided: EngineAnswer[] = [];
    for (const request of requests) {
      const rule = ruleFor(request, rules, DECIDING);
      if (!rule) rest.push(request);
      else decided.push(await this.byRule(rule, request, engines));
    }
    const answers = rest.length === 0 ? decided : [...decided, ...(await engines.all(rest))];
    const byId = new Map(answers.map((answer) => [answer.questionId, answer]));
    return requests.flatMap(({ questionId }) => byId.get(questionId) ?? []);
  }

  /** Names of the indexes of an organization that is erased; they are not known any more. */
  forgotten(organizationId: string): string[] {
    const names = [...(this.names.get(organizationId) ?? [])];
    this.names.delete(organizationId);
    return names;
  }

  private async byRule(rule: TopicRuleDocument, request: AnswerRequest, engines: Engines): Promise<EngineAnswer> {
    if (rule.action === 'people') return open(request, `The topic “${rule.name}” is answered by people.`);
    if (rule.action === 'answer') return this.fixed(rule, request);
    const answer = await engines.part(this.partOf(rule), request);
    const note = `Only from the documents of the topic “${rule.name}”.`;
    return { ...answer, reviewNote: [note, answer.reviewNote].filter((part) => part !== '').join(' ') };
  }

  /** A rule that changes has another index. */
  private partOf({ organizationId, _id, updatedAt, documentIds }: TopicRuleDocument): PartOfEvidence {
    const name = `${organizationId} topic ${_id} ${updatedAt}`;
    this.names.set(organizationId, (this.names.get(organizationId) ?? new Set()).add(name));
    const sources = { answerIds: [], documentIds };
    return { name, load: (since) => this.sources.changesSince(organizationId, sources, since) };
  }

  private async fixed(rule: TopicRuleDocument, request: AnswerRequest): Promise<EngineAnswer> {
    const entry = await this.library.get(rule.organizationId, rule.answerId);
    const isUsable = entry?.status === 'APPROVED' && (entry.expiresAt === 0 || entry.expiresAt > micros(this.clock));
    if (!entry || !isUsable)
      return open(request, `The fixed answer of the topic “${rule.name}” is not approved any more.`);
    const { _id: sourceId, question: title, answer } = entry;
    const quote = answer.slice(0, MOST_QUOTE);
    const citations = [{ sourceId, sourceType: 'library' as const, title, locator: '', quote }];
    const fitted = fitOptions({ answer, reviewNote: '', citations }, [], request);
    if (!fitted) return open(request, `The fixed answer of the topic “${rule.name}” says none of the options.`);
    return {
      questionId: request.questionId,
      status: 'AI_ANSWERED',
      ...fitted,
      citations,
      engine: 'local',
      reviewNote: `Fixed answer of the topic “${rule.name}”.`,
      // The rule was made for a topic: only to its own question is the answer as sure as an approved one.
      confidence: confidenceOf(fold(title) === fold(request.text) ? REPEATED_SCORE : DISAGREEING_AT_MOST, request),
    };
  }
}

const open = ({ questionId }: AnswerRequest, reviewNote: string): EngineAnswer => ({
  questionId,
  status: 'NEEDS_INFO',
  answer: '',
  comment: '',
  reviewNote,
  confidence: null,
  citations: [],
  engine: 'local',
});
