import type { FoundForm } from '../page/types.js';
import { sentQuestion } from './answers.js';
import type { Api, SentQuestion } from './api.js';
import type { RememberedForm } from './form-memory.js';
import type { FormState } from './form-state.js';

/** As many as the server takes at once. */
const MOST_SENT = 300;
/** New questions of one page that are sent without asking the person: a page may show more than the form that was meant. */
export const MOST_UNASKED = 50;

/** Questions that wait until the person says that they may be sent. */
export interface Waiting {
  count: number;
  /** Where they come from. */
  address: string;
}

/** The questions of a page that the server does not know, as it takes them; of those it knows, the ones that are sent `again`. */
export const newQuestions = (
  { questions }: FoundForm,
  { questionIds }: RememberedForm,
  again: ReadonlySet<string> = new Set(),
): SentQuestion[] =>
  questions.flatMap((found) => {
    const sent = questionIds[found.key] === undefined || again.has(found.key) ? sentQuestion(found) : undefined;
    return sent ? [sent] : [];
  });

/** What the person is asked about before these are sent; undefined: nothing. */
export const toBeAsked = ({ address }: FoundForm, questions: readonly SentQuestion[]): Waiting | undefined =>
  questions.length > MOST_UNASKED ? { count: questions.length, address } : undefined;

/** The keys of questions that were sent, and that are not among those of the questionnaire. */
export const missingKeys = (
  { rows, waiting }: Pick<FormState, 'rows' | 'waiting'>,
  memory: RememberedForm | undefined,
): string[] =>
  rows
    .filter(({ found, question }) => !question && sentQuestion(found) !== undefined)
    .filter(({ found }) => !waiting || memory?.questionIds[found.key] !== undefined)
    .map(({ found }) => found.key);

/** Sends questions to the questionnaire of the form; `keep` remembers which the server has, after each part. */
export async function sendQuestions(
  api: Api,
  form: FoundForm,
  memory: RememberedForm,
  unknown: readonly SentQuestion[],
  keep: (memory: RememberedForm) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < unknown.length; from += MOST_SENT) {
    const questions = unknown.slice(from, from + MOST_SENT);
    const taken = await api.takeForm({
      form_id: memory.formId,
      page_url: form.address,
      title: form.title.slice(0, 300),
      questions,
    });
    memory.questionnaireId = taken.questionnaire_id;
    for (const { key, question_id: id } of taken.questions) memory.questionIds[key] = id;
    await keep(memory);
  }
}
