import type { Api } from '../api/api.js';
import type { Question } from '../api/types.js';
import { t } from '../words/words.js';

/** So many go with one call: each call is answered within seconds. */
const AT_ONCE = 500;

type Body = NonNullable<Parameters<Api['call']['editQuestions']>[0]['body']>;
/** What is done to each of the questions. */
export type ManyEdit = Omit<Body, 'questions'>;

export interface ManyReport {
  changed: number;
  unchanged: number;
  /** Why some were refused, in words, and how many for each reason. */
  refused: ReadonlyMap<string, number>;
}

/** Does the same to many questions, each as it was seen; what somebody else changed meanwhile is left alone. */
export async function editMany(
  api: Api,
  questionnaireId: string,
  questions: readonly Question[],
  edit: ManyEdit,
): Promise<ManyReport> {
  const refused = new Map<string, number>();
  let [changed, unchanged] = [0, 0];
  for (let from = 0; from < questions.length; from += AT_ONCE) {
    const { results } = await api.call.editQuestions({
      path: { questionnaire_id: questionnaireId },
      body: {
        ...edit,
        questions: questions.slice(from, from + AT_ONCE).map(({ id, version }) => ({ question_id: id, version })),
      },
    });
    for (const { outcome, code, message } of results) {
      if (outcome === 'changed') changed++;
      else if (outcome === 'unchanged') unchanged++;
      else {
        const why = code === 'question_changed' ? t('review:changed_meanwhile') : (message ?? code ?? '');
        refused.set(why, (refused.get(why) ?? 0) + 1);
      }
    }
  }
  return { changed, unchanged, refused };
}

/** What is said in the corner: `done` of those that were changed, then of the others why not. */
export function reportWords({ changed, refused }: ManyReport, done: (count: number) => string): string {
  const left = [...refused].map(([why, count]) => t('review:left_as_they_are', { count, why }));
  return [done(changed), ...left].join(' ');
}
