import { AppError, deterministicId, isoTime } from '@candor/runtime';
import type { KnowledgeDocuments } from '../knowledge/documents.js';
import type { AnswerAgain } from '../review/answer-again.js';
import { userOf } from '../review/notices.js';
import type { FactDocument } from '../store/interview-documents.js';
import { isAskable, type InterviewQuestionStore } from '../store/interview-questions.js';
import type { InterviewStore } from '../store/interviews.js';
import type { KnowledgeDocumentStore } from '../store/knowledge-files.js';
import type { UsualQuestions } from './usual-questions.js';

interface Dependencies {
  interviews: InterviewStore;
  interviewQuestions: InterviewQuestionStore;
  knowledgeDocuments: KnowledgeDocumentStore;
  documents: Pick<KnowledgeDocuments, 'upload' | 'remove'>;
  again: Pick<AnswerAgain, 'start'>;
  usual: Pick<UsualQuestions, 'begin'>;
}

/** What one round takes in hand; the next one goes on. */
const AT_ONCE = 500;
const LONGEST_NAME = 120;

/**
 * Makes evidence of answered facts and answers again what hangs on them. What is to be done is stored with the answer and goes
 * when it has been done, so that a crash repeats it under the same ids. Each round of a `Repeater` looks again.
 */
export class FactEvidence {
  constructor(private readonly deps: Dependencies) {}

  /** One answer that fails does not keep the others back: failures are told when all have had their turn. */
  async round(): Promise<void> {
    const failures: unknown[] = [];
    const again = new Map<string, FactDocument[]>();
    for (const fact of await this.deps.interviews.factsDue(AT_ONCE)) {
      if (fact.due === 'evidence') await this.keep(fact).catch((error: unknown) => failures.push(error));
      else again.set(fact.interviewId, [...(again.get(fact.interviewId) ?? []), fact]);
    }
    for (const facts of again.values()) await this.answerAgain(facts).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, 'answers of interviews could not be followed');
  }

  /** The answer becomes a document that is dated, owned, and ends when the answer does; the one before goes. */
  private async keep(fact: FactDocument): Promise<void> {
    const { interviews, documents } = this.deps;
    const { organizationId, question, answer, answeredAt, answeredBy, expiresAt, documentId: before } = fact;
    const documentId = deterministicId(fact._id, 'evidence', String(fact.answerRevision));
    const by = { organizationId, actor: answeredBy, requestId: documentId };
    const day = isoTime(answeredAt).slice(0, 10);
    const text = `# ${oneLine(question)}\n\n${answer}\n`;
    await documents.upload(
      by,
      {
        name: `${oneLine(question).slice(0, LONGEST_NAME)} (${day}).md`,
        mimeType: 'text/markdown',
        bytes: onePart(text),
        target: () => ({ creationId: documentId }),
      },
      { ownerId: userOf(answeredBy) ?? '', expiresAt },
    );
    if (before !== '' && before !== documentId) await this.forget(by, before);
    await interviews.moveDue(fact, { due: 'again', documentId });
  }

  private async forget(by: Parameters<KnowledgeDocuments['remove']>[0], id: string): Promise<void> {
    try {
      await this.deps.documents.remove(by, id);
    } catch (error) {
      // A person has removed it, or a try before this one.
      if (!(error instanceof AppError) || error.kind !== 'not_found') throw error;
    }
  }

  /**
   * When evidence can be cited: what its interview asks for and is still open is answered again, once for all facts that are ready.
   */
  private async answerAgain(facts: readonly FactDocument[]): Promise<void> {
    const ready: FactDocument[] = [];
    for (const fact of facts) {
      const document = await this.deps.knowledgeDocuments.get(fact.organizationId, fact.documentId);
      if (document?.status === 'READY') ready.push(fact);
      // What cannot be read, or was removed, helps nothing.
      else if (document?.status !== 'PROCESSING') await this.deps.interviews.endDue(fact);
    }
    const [first] = ready;
    if (!first) return;
    const all = await this.deps.interviews.factsOf(first.organizationId, first.interviewId);
    const asked = all.length > 0 ? all : ready;
    let waits = false;
    for (const [questionnaireId, ids] of await this.helped(first.organizationId, asked))
      if (!(await this.start(first, questionnaireId, ids))) waits = true;
    if (asked.some(({ standard }) => standard) && !(await this.beginUsual(first))) waits = true;
    if (waits) return;
    for (const fact of ready) await this.deps.interviews.endDue(fact);
  }

  /** The usual questions are answered anew. False: a run from before the evidence was there goes on. */
  private beginUsual({ organizationId, _id, answerRevision }: FactDocument): Promise<boolean> {
    const requestId = deterministicId(_id, 'usual', String(answerRevision));
    return this.deps.usual.begin({ organizationId, requestId });
  }

  /** Questions that these facts ask for and that are still open, by questionnaire. */
  private async helped(organizationId: string, facts: readonly FactDocument[]): Promise<Map<string, string[]>> {
    const places = facts.flatMap((one) => one.places);
    const questions = await this.deps.interviewQuestions.byIds(
      organizationId,
      places.map(({ questionId }) => questionId),
    );
    const helped = new Map<string, string[]>();
    for (const { questionnaireId, questionId } of places) {
      const question = questions.get(questionId);
      if (question && isAskable(question))
        helped.set(questionnaireId, [...(helped.get(questionnaireId) ?? []), questionId]);
    }
    return helped;
  }

  /** False: it is being answered right now, so that a later round tries again. */
  private async start(fact: FactDocument, questionnaireId: string, questionIds: string[]): Promise<boolean> {
    const { organizationId, answeredBy: actor, _id, answerRevision } = fact;
    const requestId = deterministicId(_id, 'again', String(answerRevision));
    const wish = { status: 'unapproved', sheet: '', band: '', questionIds };
    try {
      await this.deps.again.start({ organizationId, actor, role: 'MEMBER', requestId }, questionnaireId, wish);
      return true;
    } catch (error) {
      // One that is completed, locked or gone does not keep the others back.
      if (!(error instanceof AppError) || (error.kind !== 'conflict' && error.kind !== 'not_found')) throw error;
      return error.code !== 'being_answered';
    }
  }
}

const oneLine = (text: string): string =>
  text
    .replace(/[\s#]+/gu, ' ')
    .replace(/[/\\]/g, '-')
    .trim();

async function* onePart(text: string): AsyncIterable<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text));
}
