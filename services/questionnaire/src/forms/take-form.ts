import { AppError, deterministicId, failpoint, invalid, type Bus, type Clock } from '@candor/runtime';
import type { Status } from '../domain/status.js';
import type { IntakeFields } from '../intake/fields.js';
import { newQuestionnaire } from '../intake/new-questionnaire.js';
import type { Intake, UploadActor } from '../intake/upload.js';
import { beingCompleted, notEditable } from '../review/questions-writer.js';
import type { QuestionnaireDocument } from '../store/documents.js';
import type { FormQuestion } from '../store/form-documents.js';
import type { FormQuestionnaireStore } from '../store/form-questionnaires.js';
import type { QuestionnaireStore } from '../store/questionnaires.js';
import type { ReviewLifecycleStore } from '../store/review-lifecycle.js';
import { checkedForm, formTitle, MOST_OF_A_FORM, type GivenForm } from './given-form.js';
import { takeWaiting } from './waiting-questions.js';

interface Dependencies {
  questionnaires: QuestionnaireStore;
  formQuestionnaires: FormQuestionnaireStore;
  reviewLifecycle: ReviewLifecycleStore;
  intake: Intake;
  bus: Bus;
  clock: Clock;
}

export interface TakenForm {
  questionnaireId: string;
  status: Status;
  /** Of each question of the call, in its order. */
  questions: { key: string; questionId: string; isNew: boolean }[];
}

/** Rounds for pages of one form that come at the same moment. */
const ROUNDS = 8;
export const FORM_SOURCE = 'FORM';

/** Takes the questions of web forms: the first page makes a questionnaire, each further page adds what it has not yet. */
export class TakingForms {
  constructor(private readonly deps: Dependencies) {}

  /**
   * Questions that the questionnaire has already, by their keys, stay as they are; so a repeat changes nothing. What is new is
   * answered in the background, also while earlier pages are being answered.
   */
  async take(by: UploadActor, given: GivenForm): Promise<TakenForm> {
    const form = checkedForm(given);
    const id = deterministicId('form', by.organizationId, form.formId);
    for (let round = 0; round < ROUNDS; round++) {
      const before = await this.deps.questionnaires.get(by.organizationId, id);
      const known = new Set(before?.form?.questions.map(({ key }) => key));
      const after = before ? await this.continued(by, before, form.questions) : await this.begun(by, id, form);
      if (!after) continue;
      const questions = form.questions.map(({ key }) => ({
        key,
        questionId: deterministicId(id, 'question', key),
        isNew: !known.has(key),
      }));
      return { questionnaireId: id, status: after.status, questions };
    }
    throw new AppError('conflict', 'form_busy', 'Pages of this form are coming in right now. Send it again.');
  }

  /** Undefined when another first page of the form was faster. */
  private async begun(
    by: UploadActor,
    id: string,
    { questions, pageUrl, host, title, companyName }: ReturnType<typeof checkedForm>,
  ): Promise<QuestionnaireDocument | undefined> {
    const { intake, clock } = this.deps;
    const stored = await intake.form(by, JSON.stringify({ page_url: pageUrl, title, questions }), (fileId) => {
      const origin = { title: formTitle(host, title), sourceType: FORM_SOURCE, file: null, fileId, actor: by.actor };
      const document = newQuestionnaire(by.organizationId, { ...NO_FIELDS, companyName }, origin, clock, id);
      return { ...document, form: { pageUrl, host, questions, revision: 1, taken: 0, at: document.createdAt } };
    });
    if (stored.deleted)
      throw new AppError(
        'conflict',
        'form_deleted',
        'The questionnaire of this form was deleted a moment ago. Read the form anew, as another one.',
      );
    const has = new Set(stored.form?.questions.map(({ key }) => key));
    return questions.every(({ key }) => has.has(key)) ? stored : undefined;
  }

  /** Undefined when another page was faster. */
  private async continued(
    by: UploadActor,
    before: QuestionnaireDocument,
    given: readonly FormQuestion[],
  ): Promise<QuestionnaireDocument | undefined> {
    const { reviewLifecycle, formQuestionnaires } = this.deps;
    const has = before.form?.questions ?? [];
    const keys = new Set(has.map(({ key }) => key));
    const fresh = given.filter(({ key }) => !keys.has(key));
    let grown: QuestionnaireDocument | null = before;
    if (fresh.length > 0) {
      if (reviewLifecycle.isLocked(before)) throw beingCompleted();
      if (before.status === 'COMPLETED') throw notEditable(before.status);
      if (has.length + fresh.length > MOST_OF_A_FORM)
        throw invalid([
          { path: 'questions', message: `A form has at most ${MOST_OF_A_FORM.toLocaleString('en')} questions.` },
        ]);
      grown = await formQuestionnaires.grow(by.organizationId, before, [...has, ...fresh]);
      await failpoint('form.grown');
    }
    return grown ? takeWaiting(this.deps, grown, by) : undefined;
  }
}

const NO_FIELDS: IntakeFields = {
  ...{ companyName: '', dealValue: '', deadline: '', instructions: '' },
  ...{ tagIds: [], assignees: [] },
};
