import type { QuestionCounts } from '../domain/statistics.js';
import type { ListedQuestionnaireDocument } from '../store/documents.js';
import type { QuestionnaireStore } from '../store/questionnaires.js';
import type { QuestionStore } from '../store/questions.js';

export interface Counts {
  all: QuestionCounts;
  bySheet: Record<string, QuestionCounts>;
}

/**
 * Counts that always equal a recount. They are read from the questionnaire when no counted write was under way or has
 * happened since they were taken; else they are counted, and kept when nothing moved meanwhile.
 */
export class Statistics {
  constructor(
    private readonly questionnaires: QuestionnaireStore,
    private readonly questions: QuestionStore,
  ) {}

  async of(questionnaire: ListedQuestionnaireDocument): Promise<Counts> {
    const { organizationId, _id, counts, revision, writesOpen } = questionnaire;
    if (counts && writesOpen === 0 && counts.revision === revision) return counts;
    const counted = await this.questions.recount(organizationId, _id);
    if (writesOpen === 0) await this.questionnaires.keepCounts(organizationId, questionnaire, { revision, ...counted });
    return counted;
  }
}
