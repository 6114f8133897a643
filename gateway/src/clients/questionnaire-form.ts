import type { TakeFormReply, TakeFormRequest } from '@candor/proto/candor/questionnaire/v1/questionnaire';
import type { FormPage, TakenForm } from '../routes/questionnaires/take-form.js';

/** A page of a web form as the questionnaire service takes it; '' and 0 are "not given". */
export const formMessage = (page: FormPage): TakeFormRequest => ({
  formId: page.form_id,
  pageUrl: page.page_url,
  title: page.title ?? '',
  companyName: page.company_name ?? '',
  questions: page.questions.map(({ key, text, help, section, kind, options, max_length, required }) => ({
    key,
    text,
    help: help ?? '',
    section: section ?? '',
    kind,
    options: options ?? [],
    maxLength: max_length ?? 0,
    required: required ?? false,
  })),
});

export const takenFormJson = ({ questionnaireId, status, questions }: TakeFormReply): TakenForm => ({
  questionnaire_id: questionnaireId,
  status: status as TakenForm['status'],
  questions: questions.map(({ key, questionId, isNew }) => ({ key, question_id: questionId, is_new: isNew })),
});
