import { countOf, isDuplicateKey, readAll, readPart, type IndexDeclaration } from '@candor/runtime';
import type { Collection, Db } from 'mongodb';
import type { FactDocument, InterviewDocument } from './interview-documents.js';

export const INTERVIEW_INDEXES: IndexDeclaration[] = [{ keys: { organizationId: 1, createdAt: -1, _id: 1 } }];
export const FACT_INDEXES: IndexDeclaration[] = [
  { keys: { organizationId: 1, interviewId: 1, position: 1 } },
  { keys: { organizationId: 1, assigneeId: 1, state: 1 } },
  { keys: { due: 1 } },
  { keys: { untold: 1 } },
];

/** Nobody has answered these yet. */
const OPEN: readonly FactDocument['state'][] = ['DRAFT', 'ASKED', 'LEFT_OUT'];

/** Interviews and their facts. */
export class InterviewStore {
  private readonly interviews: Collection<InterviewDocument>;
  private readonly facts: Collection<FactDocument>;

  constructor(db: Db) {
    this.interviews = db.collection<InterviewDocument>('interviews');
    this.facts = db.collection<FactDocument>('interview_facts');
  }

  /** The facts first: an interview that is there is whole. Repeated under the same id it changes nothing. */
  async insert(interview: InterviewDocument, facts: readonly FactDocument[]): Promise<void> {
    for (const fact of facts) await insertOnce(this.facts, fact);
    await insertOnce(this.interviews, interview);
  }

  get(organizationId: string, id: string): Promise<InterviewDocument | null> {
    return this.interviews.findOne({ _id: id, organizationId });
  }

  /** A page, the newest first. */
  list(organizationId: string, limit: number, offset: number): Promise<InterviewDocument[]> {
    return readPart(this.interviews, { organizationId }, { sort: { createdAt: -1, _id: 1 }, skip: offset, limit });
  }

  count(organizationId: string): Promise<number> {
    return countOf(this.interviews, { organizationId });
  }

  factsOf(organizationId: string, interviewId: string): Promise<FactDocument[]> {
    return readAll(this.facts, { organizationId, interviewId }, { sort: { position: 1 } });
  }

  fact(organizationId: string, id: string): Promise<FactDocument | null> {
    return this.facts.findOne({ _id: id, organizationId });
  }

  /** What is asked of these users and groups and has no answer yet, in the order in which it was asked. */
  asked(organizationId: string, assigneeIds: readonly string[]): Promise<FactDocument[]> {
    const mine = { organizationId, assigneeId: { $in: [...assigneeIds] }, state: 'ASKED' as const };
    return readAll(this.facts, mine, { sort: { askedAt: 1, position: 1 } });
  }

  /** Changes a fact as it was read; null when somebody else has changed its question, state, owner or answer since. */
  changeFact(fact: FactDocument, set: Partial<FactDocument>): Promise<FactDocument | null> {
    const { _id, organizationId, question, state, assigneeId, answerRevision } = fact;
    const asRead = { _id, organizationId, question, state, assigneeId, answerRevision };
    return this.facts.findOneAndUpdate(asRead, { $set: set }, { returnDocument: 'after' });
  }

  /** Asks what is to be asked, then marks the interview; a repeat asks what a crash left. Gives the interview as it is then. */
  async send(
    { organizationId, _id }: InterviewDocument,
    by: Pick<FactDocument, 'askedBy' | 'askedAt'>,
  ): Promise<InterviewDocument | null> {
    const drafts = { organizationId, interviewId: _id, state: 'DRAFT' as const, assigneeId: { $ne: '' } };
    await this.facts.updateMany(drafts, { $set: { ...by, state: 'ASKED', untold: true } });
    const set = { state: 'SENT' as const, sentAt: by.askedAt };
    return this.interviews.findOneAndUpdate({ _id, organizationId }, { $set: set }, { returnDocument: 'after' });
  }

  /** Removes an interview and what is asked in it. An answer with which something has still to be done goes when that is done. */
  async remove(organizationId: string, id: string): Promise<boolean> {
    const { deletedCount } = await this.interviews.deleteOne({ _id: id, organizationId });
    await this.facts.deleteMany({ organizationId, interviewId: id, due: '' });
    return deletedCount > 0;
  }

  /**
   * A deleted questionnaire leaves the interviews: no text of it stays in what is still open. What hung on it alone goes, and
   * a fact that is asked in its words takes those of another place.
   */
  async removeQuestionnaire(organizationId: string, questionnaireId: string): Promise<void> {
    const about = { organizationId, questionnaireIds: questionnaireId };
    for (const { _id } of await this.interviews.find(about).project<{ _id: string }>({ _id: 1 }).toArray()) {
      for (const fact of await this.factsOf(organizationId, _id)) await this.withoutPlaces(fact, questionnaireId);
      await this.interviews.updateOne({ _id, organizationId }, { $pull: { questionnaireIds: questionnaireId } });
    }
  }

  private async withoutPlaces(fact: FactDocument, questionnaireId: string): Promise<void> {
    const { _id, organizationId, question, state } = fact;
    const places = fact.places.filter((place) => place.questionnaireId !== questionnaireId);
    if (places.length === fact.places.length) return;
    const others = [...places, ...(fact.standard?.places ?? [])].map(({ text }) => text);
    const isOpen = OPEN.includes(state);
    if (isOpen && others.length === 0) {
      await this.facts.deleteOne({ _id, organizationId, state });
      return;
    }
    const isItsWords = fact.places.some(({ text }) => text === question) && !others.includes(question);
    const reworded = isOpen && isItsWords ? { question: others[0] ?? question } : {};
    await this.facts.updateOne({ _id, organizationId }, { $set: { places, ...reworded } });
  }

  /** System scope: answers with which something has still to be done. */
  factsDue(limit: number): Promise<FactDocument[]> {
    return this.facts
      .find({ due: { $in: ['evidence', 'again'] } })
      .limit(limit)
      .toArray();
  }

  /** What was to be done with an answer has been done; another answer since has its own. */
  async moveDue({ _id, organizationId, answerRevision, due }: FactDocument, set: Partial<FactDocument>): Promise<void> {
    await this.facts.updateOne({ _id, organizationId, answerRevision, due }, { $set: set });
  }

  /** All has been done with an answer; it goes with its interview where that was removed meanwhile. */
  async endDue(fact: FactDocument): Promise<void> {
    const { _id, organizationId, interviewId, answerRevision, due } = fact;
    if (await this.get(organizationId, interviewId)) {
      await this.moveDue(fact, { due: '' });
      // Removed in between: whatever was done by then goes here.
      if (await this.get(organizationId, interviewId)) return;
      await this.facts.deleteOne({ _id, organizationId, due: '' });
    } else await this.facts.deleteOne({ _id, organizationId, answerRevision, due });
  }

  /** System scope: facts whose people have not been told that they are asked. */
  factsUntold(limit: number): Promise<FactDocument[]> {
    return this.facts.find({ untold: true }).limit(limit).toArray();
  }

  /** These have been told. */
  async markFactsTold(organizationId: string, facts: readonly FactDocument[]): Promise<void> {
    for (const { _id, assigneeId, askedAt } of facts)
      await this.facts.updateOne({ _id, organizationId, assigneeId, askedAt }, { $set: { untold: false } });
  }
}

async function insertOnce<T extends { _id: string }>(collection: Collection<T>, document: T): Promise<void> {
  try {
    await collection.insertOne(document as Parameters<typeof collection.insertOne>[0]);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}
