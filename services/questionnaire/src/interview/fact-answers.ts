import { AppError, invalid, lengthOf, micros, type Clock } from '@candor/runtime';
import type { Suggestion } from '../answering/types.js';
import type { LifecycleActor } from '../review/lifecycle.js';
import type { FactDocument } from '../store/interview-documents.js';
import type { InterviewStore } from '../store/interviews.js';
import { changedMeanwhile, type Interviews, type ShownFact } from './interviews.js';

/** Who acts: with the ids of the person and of the person's groups, and whether this person may write questionnaires. */
export interface FactActor extends LifecycleActor {
  assigneeIds: readonly string[];
  mayWrite: boolean;
}

export interface AskedFact extends ShownFact {
  /** What is known near it. */
  found: Suggestion[];
}

/** What a person says of a fact. */
export interface GivenAnswer {
  answer: string;
  /** Microseconds; 0: never. */
  expiresAt: number;
  /** The question as the person read it; undefined: not told. */
  question?: string | undefined;
}

/** What is shown beside a fact, and the facts that one page of a person shows. */
const MOST_FOUND = 3;
const MOST_ANSWER = 10_000;

/** What the people who are asked see and do. */
export class FactAnswers {
  constructor(
    private readonly deps: { interviews: InterviewStore; clock: Clock },
    private readonly shown: Interviews,
  ) {}

  /** All that is asked of these users and groups; what was found is read one fact at a time. */
  async asked(organizationId: string, assigneeIds: readonly string[]): Promise<ShownFact[]> {
    const facts = await this.deps.interviews.asked(organizationId, assigneeIds);
    return Promise.all(facts.map((fact) => this.shown.shownFact(fact)));
  }

  /** One fact with what was found next to it, for whoever is asked or may write. */
  async open(by: FactActor, id: string): Promise<AskedFact> {
    const fact = await this.allowed(by, id);
    return { ...(await this.shown.shownFact(fact)), found: await this.shown.found(fact, MOST_FOUND) };
  }

  /**
   * Keeps the answer, with what is to be done with it: it becomes evidence, then what hangs on it is answered again. An honest
   * "no" is as good as a yes. Throws `fact_changed`, also when the question is another than the one that was read.
   */
  async answer(by: FactActor, id: string, { answer, expiresAt, question }: GivenAnswer): Promise<ShownFact> {
    const { interviews, clock } = this.deps;
    const fact = await this.allowed(by, id);
    if (question !== undefined && question !== fact.question) throw changedMeanwhile();
    const now = micros(clock);
    const text = answer.trim();
    if (text === '' || lengthOf(text) > MOST_ANSWER)
      throw invalid([
        { path: 'answer', message: `answer must have 1 to ${MOST_ANSWER.toLocaleString('en')} characters.` },
      ]);
    if (expiresAt !== 0 && expiresAt <= now)
      throw invalid([{ path: 'expires_at', message: 'expires_at must lie in the future.' }]);
    const changed = await interviews.changeFact(fact, {
      state: 'ANSWERED',
      answer: text,
      answeredBy: by.actor,
      answeredAt: now,
      expiresAt,
      answerRevision: fact.answerRevision + 1,
      due: 'evidence',
      untold: false,
    });
    if (!changed) throw changedMeanwhile();
    return this.shown.shownFact(changed);
  }

  /** Passes a fact on, or with nobody says that it is not known. Answered facts stay. */
  async pass(
    by: FactActor,
    id: string,
    to: { id: string; type: 'USER' | 'GROUP' } | null,
    note: string,
  ): Promise<ShownFact> {
    const { interviews, clock } = this.deps;
    const fact = await this.allowed(by, id);
    if (fact.state === 'ANSWERED')
      throw new AppError('conflict', 'fact_answered', 'The fact has been answered. Give another answer to change it.');
    const asked = { askedBy: by.actor, askedAt: micros(clock), untold: true, state: 'ASKED' as const };
    const changed = await interviews.changeFact(
      fact,
      to
        ? { ...asked, assigneeId: to.id, assigneeType: to.type, note }
        : { state: 'UNKNOWN', note, untold: false, answeredBy: by.actor },
    );
    if (!changed) throw changedMeanwhile();
    return this.shown.shownFact(changed);
  }

  private async allowed({ organizationId, assigneeIds, mayWrite }: FactActor, id: string): Promise<FactDocument> {
    const fact = await this.shown.fact(organizationId, id);
    if (mayWrite || (fact.assigneeId !== '' && assigneeIds.includes(fact.assigneeId))) return fact;
    throw new AppError(
      'forbidden',
      'not_asked',
      'This fact is not asked of you or a group of yours. Ask who made the interview to choose you.',
    );
  }
}
