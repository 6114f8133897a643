import { AppError, deterministicId, failpoint, invalid, type Bus, type Clock } from '@candor/runtime';
import type { Status } from '../domain/status.js';
import type { IntakeFields } from '../intake/fields.js';
import { newQuestionnaire } from '../intake/new-questionnaire.js';
import type { Intake, UploadActor } from '../intake/upload.js';
import { beingCompleted, notEditable } from '../review/questions-writer.js';
import type { QuestionnaireDocument } from '../store/documents.js';
import type { FormQuestion, StoredForm } from '../store/form-documents.js';
import { charactersOf, type FormQuestionnaireStore } from '../store/form-questionnaires.js';
import type { QuestionnaireStore } from '../store/questionnaires.js';
import type { ReviewLifecycleStore } from '../store/review-lifecycle.js';
import { checkedForm, formTitle, MOST_CHARACTERS, MOST_OF_A_FORM, type GivenForm } from './given-form.js';
import { hasWaiting, isIdle, takeWaiting } from './waiting-questions.js';

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
      const known = before ? await this.deps.formQuestionnaires.keys(before) : new Set<string>();
      const fresh = form.questions.filter(({ key }) => !known.has(key));
      const after = before ? await this.continued(by, before, fresh) : await this.begun(by, id, form);
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
    const { intake, formQuestionnaires, clock } = this.deps;
    const { organizationId, actor } = by;
    let pageId = '';
    const original = JSON.stringify({ page_url: pageUrl, title, questions });
    const stored = await intake.form(by, { id, original }, async (fileId) => {
      const origin = { title: formTitle(host, title), sourceType: FORM_SOURCE, file: null, fileId, actor };
      const document = newQuestionnaire(organizationId, { ...NO_FIELDS, companyName }, origin, clock, id);
      const page = await formQuestionnaires.keepPage(document, questions);
      pageId = page.id;
      const { count, characters } = page;
      const form = { pageUrl, host, pages: [pageId], count, characters, revision: 1, taken: 0, at: document.createdAt };
      return { ...document, form };
    });
    if (!stored.deleted && stored.form?.pages.includes(pageId)) return stored;
    await formQuestionnaires.dropPage(organizationId, pageId);
    if (stored.deleted)
      throw new AppError(
        'conflict',
        'form_deleted',
        'The questionnaire of this form was deleted a moment ago. Read the form anew, as another one.',
      );
    return undefined;
  }

  /** Undefined when another page was faster, or somebody began to complete the questionnaire. */
  private async continued(
    by: UploadActor,
    before: QuestionnaireDocument,
    fresh: FormQuestion[],
  ): Promise<QuestionnaireDocument | undefined> {
    // A further page begins a run as an upload does, unless one is under way that comes to it.
    if (isIdle(before) && (fresh.length > 0 || hasWaiting(before)))
      await this.deps.intake.refuseWhenFull(by.organizationId);
    if (fresh.length === 0) return takeWaiting(this.deps, before, by);
    if (this.deps.reviewLifecycle.isLocked(before)) throw beingCompleted();
    if (before.status === 'COMPLETED') throw notEditable(before.status);
    checkSize(before.form, fresh);
    const { formQuestionnaires } = this.deps;
    await failpoint('form.checked');
    const page = await formQuestionnaires.keepPage(before, fresh);
    const grown = await formQuestionnaires.grow(before, page);
    if (!grown) {
      await formQuestionnaires.dropPage(by.organizationId, page.id);
      return undefined;
    }
    await failpoint('form.grown');
    return takeWaiting(this.deps, grown, by);
  }
}

/** A form is bounded as a whole: its pages are read together. */
function checkSize(form: StoredForm | undefined, fresh: readonly FormQuestion[]): void {
  const refuse = (most: number, what: string): AppError => {
    const message = `A form has at most ${most.toLocaleString('en')} ${what}. Read its further pages as another form.`;
    return invalid([{ path: 'questions', message }]);
  };
  if ((form?.count ?? 0) + fresh.length > MOST_OF_A_FORM) throw refuse(MOST_OF_A_FORM, 'questions');
  if ((form?.characters ?? 0) + charactersOf(fresh) > MOST_CHARACTERS) throw refuse(MOST_CHARACTERS, 'characters');
}

const NO_FIELDS: IntakeFields = {
  companyName: '',
  dealValue: '',
  deadline: '',
  instructions: '',
  tagIds: [],
  assignees: [],
};
