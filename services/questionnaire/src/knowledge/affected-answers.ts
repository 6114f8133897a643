import { AppError, micros, notFound, type Clock } from '@candor/runtime';
import { isEngines } from '../domain/answer-again.js';
import type { AnswerAgain } from '../review/answer-again.js';
import type { LifecycleActor } from '../review/lifecycle.js';
import type { CitedAnswer, CitedAnswerStore } from '../store/cited-answers.js';
import type { QuestionnaireDocument } from '../store/documents.js';
import type { KnowledgeDocumentStore } from '../store/knowledge-files.js';
import type { KnowledgeRevisions } from '../store/knowledge.js';
import type { QuestionnaireStore } from '../store/questionnaires.js';
import type { KnowledgeActor } from './documents.js';
import { quoteKey } from './quote-key.js';

interface Dependencies {
  knowledgeDocuments: KnowledgeDocumentStore;
  revisions: KnowledgeRevisions;
  citedAnswers: CitedAnswerStore;
  questionnaires: QuestionnaireStore;
  again: AnswerAgain;
  clock: Clock;
}

/** An answer that stands on words which its document no longer says. */
export interface AffectedAnswer {
  question: CitedAnswer;
  questionnaire: Pick<QuestionnaireDocument, '_id' | 'title' | 'status'>;
  change: 'changed' | 'removed';
  /** What it stands on, as it was. */
  quote: string;
  locator: string;
  /** The passage as it is now; '' when it is there no more. */
  now: string;
}

/** What became of one questionnaire; `code` says why nothing was begun there, '' when it was. */
export interface RegeneratedQuestionnaire {
  questionnaireId: string;
  questions: number;
  code: string;
}

interface ChangedPassage {
  changedAt: number;
  text: string;
  /** As quotes are looked for in it. */
  key: string;
}

/** Answers whose evidence changed under them: when a document gets a new version, what was answered from the one before. */
export class AffectedAnswers {
  constructor(private readonly deps: Dependencies) {}

  async list(
    organizationId: string,
    documentId: string,
    limit: number,
    offset: number,
  ): Promise<{ answers: AffectedAnswer[]; total: number; questionnaires: number }> {
    const all = await this.find(organizationId, documentId);
    const questionnaires = new Set(all.map(({ questionnaire }) => questionnaire._id)).size;
    return { answers: all.slice(offset, offset + limit), total: all.length, questionnaires };
  }

  /** A person says that these answers, or all, hold all the same; gives how many. They are listed again after the next change. */
  async confirm(by: KnowledgeActor, documentId: string, questionIds: readonly string[]): Promise<number> {
    const chosen = chosenOf(await this.find(by.organizationId, documentId), questionIds);
    const ids = chosen.map(({ question }) => question._id);
    const at = micros(this.deps.clock);
    if (ids.length > 0) await this.deps.citedAnswers.confirm(by.organizationId, ids, { at, actor: by.actor });
    return ids.length;
  }

  /** Answers those of them again that nobody has approved or written; `kept` counts the others. */
  async regenerate(
    by: LifecycleActor,
    documentId: string,
    questionIds: readonly string[],
  ): Promise<{ questionnaires: RegeneratedQuestionnaire[]; kept: number }> {
    const chosen = chosenOf(await this.find(by.organizationId, documentId), questionIds);
    const ids = new Map<string, string[]>();
    let kept = 0;
    for (const { question } of chosen) {
      if (!isEngines(question)) kept++;
      else ids.set(question.questionnaireId, [...(ids.get(question.questionnaireId) ?? []), question._id]);
    }
    const questionnaires: RegeneratedQuestionnaire[] = [];
    for (const [questionnaireId, questions] of ids) {
      const wish = { status: 'unapproved', sheet: '', band: '', questionIds: questions };
      try {
        await this.deps.again.start(by, questionnaireId, wish);
        questionnaires.push({ questionnaireId, questions: questions.length, code: '' });
      } catch (error) {
        // One that is completed or being answered does not keep the others back.
        if (!(error instanceof AppError) || error.kind !== 'conflict') throw error;
        questionnaires.push({ questionnaireId, questions: questions.length, code: error.code });
      }
    }
    return { questionnaires, kept };
  }

  private async find(organizationId: string, documentId: string): Promise<AffectedAnswer[]> {
    const { knowledgeDocuments, revisions, citedAnswers, questionnaires } = this.deps;
    if (!(await knowledgeDocuments.get(organizationId, documentId))) throw notFound('document');
    const changed = new Map<string, ChangedPassage>();
    for (const { _id, text, changedAt } of await revisions.readPassages(organizationId, documentId, { gone: true }))
      if (changedAt !== undefined) changed.set(_id, { changedAt, text, key: quoteKey(text) });
    const affected: AffectedAnswer[] = [];
    const known = new Map<string, QuestionnaireDocument | null>();
    for (const question of await citedAnswers.citing(organizationId, new Set(changed.keys()))) {
      const stale = staleCitation(question, changed);
      if (!stale) continue;
      const id = question.questionnaireId;
      if (!known.has(id)) known.set(id, await questionnaires.get(organizationId, id));
      const questionnaire = known.get(id);
      if (questionnaire) affected.push({ question, questionnaire, ...stale });
    }
    return affected;
  }
}

/** The first citation whose words stand in its passage no more, of changes that nobody has looked at for this answer. */
function staleCitation(
  { citations, evidenceConfirmedAt = 0 }: CitedAnswer,
  changed: ReadonlyMap<string, ChangedPassage>,
): Pick<AffectedAnswer, 'change' | 'quote' | 'locator' | 'now'> | undefined {
  for (const { sourceId, quote, locator } of citations) {
    const passage = changed.get(sourceId);
    if (!passage || passage.changedAt <= evidenceConfirmedAt || passage.key.includes(quoteKey(quote))) continue;
    return { change: passage.text === '' ? 'removed' : 'changed', quote, locator, now: passage.text };
  }
  return undefined;
}

function chosenOf(all: readonly AffectedAnswer[], questionIds: readonly string[]): readonly AffectedAnswer[] {
  if (questionIds.length === 0) return all;
  const named = new Set(questionIds);
  return all.filter(({ question }) => named.has(question._id));
}
