import {
  AppError,
  cleanName,
  invalid,
  lengthOf,
  micros,
  newId,
  nameKey,
  notFound,
  steadyOf,
  type Clock,
} from '@candor/runtime';
import type { Knowledge, LibraryAnswer } from '../clients/knowledge.js';
import type { FaqEntry, FaqStore } from '../store/portal-faq.js';

export interface PublishedAnswersParts {
  faq: FaqStore;
  /** Undefined: nothing of a library can be had. */
  knowledge: Knowledge | undefined;
  clock: Clock;
}

/** Entries of an organization, and answers that all of them publish together. */
const MOST_ENTRIES = 500;
const MOST_ANSWERS = 500;
const MAX_TAG = 100;
/** So long what was read is shown; an answer that is withdrawn is gone from all replicas after that. */
const KEPT_MS = 10_000;
const MAX_KEPT = 1000;

/** Which library answers a portal publishes, and what they say now. */
export class PublishedAnswers {
  private readonly kept = new Map<string, { answers: Promise<LibraryAnswer[]>; until: number }>();
  /** What is looked for in, made when an answer is first looked through. */
  private readonly keys = new WeakMap<LibraryAnswer, string>();

  constructor(private readonly parts: PublishedAnswersParts) {}

  entries(organizationId: string): Promise<FaqEntry[]> {
    return this.parts.faq.list(organizationId);
  }

  /** What is published already stays as it is. */
  async add(organizationId: string, what: { answerId: string } | { tag: string }): Promise<FaqEntry> {
    const kind = 'tag' in what ? 'tag' : 'answer';
    const of = 'tag' in what ? cleanName(what.tag) : what.answerId;
    if (kind === 'tag' && (of === '' || lengthOf(of) > MAX_TAG))
      throw invalid([{ path: 'tag', message: `tag must have 1 to ${MAX_TAG} characters.` }]);
    if (kind === 'answer' && !(await this.parts.knowledge?.hasAnswer(organizationId, of)))
      throw invalid([{ path: 'answer_id', message: 'There is no such answer in use in the answer library.' }]);
    if ((await this.parts.faq.count(organizationId)) >= MOST_ENTRIES) throw tooMany();
    const entry = { id: newId(), organizationId, kind, of, createdAt: micros(this.parts.clock) } as const;
    const stored = await this.parts.faq.insert(entry);
    this.kept.delete(organizationId);
    return stored;
  }

  async remove(organizationId: string, entryId: string): Promise<void> {
    if (!(await this.parts.faq.remove(organizationId, entryId))) throw notFound('faq_entry');
    this.kept.delete(organizationId);
  }

  /** What visitors see, by question. What was read is kept for some seconds; a failure is not. */
  read(organizationId: string): Promise<LibraryAnswer[]> {
    const now = steadyOf(this.parts.clock).now();
    const known = this.kept.get(organizationId);
    if (known && known.until > now) return known.answers;
    const answers = this.readNow(organizationId);
    if (this.kept.size >= MAX_KEPT) this.kept.clear();
    this.kept.set(organizationId, { answers, until: now + KEPT_MS });
    answers.catch(() => this.kept.delete(organizationId));
    return answers;
  }

  /** Those that hold all words of the query, ignoring case and accents; '' finds all. */
  async find(organizationId: string, query: string): Promise<LibraryAnswer[]> {
    const words = nameKey(query).split(' ').filter(Boolean);
    const all = await this.read(organizationId);
    if (words.length === 0) return all;
    return all.filter((one) => {
      const text = this.keyOf(one);
      return words.every((word) => text.includes(word));
    });
  }

  private keyOf(one: LibraryAnswer): string {
    const key = this.keys.get(one) ?? nameKey(`${one.question} ${one.answer}`);
    this.keys.set(one, key);
    return key;
  }

  private async readNow(organizationId: string): Promise<LibraryAnswer[]> {
    const entries = await this.entries(organizationId);
    const chosen = {
      answerIds: entries.filter(({ kind }) => kind === 'answer').map(({ of }) => of),
      tags: entries.filter(({ kind }) => kind === 'tag').map(({ of }) => of),
    };
    if (entries.length === 0 || !this.parts.knowledge) return [];
    const answers = await this.parts.knowledge.answers(organizationId, chosen, MOST_ANSWERS);
    return answers.sort((one, other) => one.question.localeCompare(other.question, 'en'));
  }
}

const tooMany = (): AppError =>
  new AppError(
    'conflict',
    'too_many_faq_entries',
    `There are ${MOST_ENTRIES} entries already. Publish by tag instead.`,
  );
