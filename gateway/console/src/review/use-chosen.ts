import { useState } from 'preact/hooks';
import type { Api } from '../api/api.js';
import type { Assignee, Question } from '../api/types.js';
import { attempt } from '../ui/use-task.js';
import { useApp } from '../core/context.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';
import { canApprove, isUndone } from './filters.js';
import { editMany, reportWords, type ManyEdit } from '../answers/many.js';
import type { Marks } from './marks.js';

/** So many can be answered again by their names. */
export const MOST_REGENERATED = 1000;

/** What can be done to the chosen questions. */
export interface ChosenActions {
  busy: boolean;
  approve(): void;
  notApplicable(): void;
  assign(assignee: Pick<Assignee, 'id' | 'type'> | null): void;
  regenerate(): void;
}

/** Does to the chosen questions what is asked, says how many took it, and why others did not. */
export function useChosen(questionnaireId: string, marks: Marks, onChanged: () => void): ChosenActions {
  const { api } = useApp();
  const [busy, setBusy] = useState(false);

  const run = async (work: () => Promise<unknown>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    if (await attempt(work)) marks.clear();
    setBusy(false);
    onChanged();
  };
  const edit = (questions: readonly Question[], change: ManyEdit, done: (count: number) => string): void => {
    if (questions.length === 0) {
      notify(t('review:chosen.nothing_to_do'), 'error');
      return;
    }
    void run(async () => {
      const report = await editMany(api, questionnaireId, questions, change);
      notify(reportWords(report, done), report.refused.size > 0 ? 'error' : 'done');
    });
  };

  return {
    busy,
    approve: () =>
      edit(marks.questions.filter(canApprove), { approve: true }, (count) => t('review:approved_many', { count })),
    notApplicable: () =>
      // What is approved stays as it is: it is taken back one by one.
      edit(marks.questions.filter(isUndone), { answer_status: 'NOT_APPLICABLE', answer: null }, (count) =>
        t('review:chosen.not_applicable', { count }),
      ),
    assign: (assignee) => edit(marks.questions, { assignee }, (count) => t('review:chosen.assigned', { count })),
    regenerate: () => void run(() => regenerate(api, questionnaireId, marks.questions)),
  };
}

async function regenerate(api: Api, questionnaireId: string, chosen: readonly Question[]): Promise<void> {
  const { questions: count } = await api.call.regenerateQuestionnaire({
    path: { questionnaire_id: questionnaireId },
    body: { filter: { question_ids: chosen.map(({ id }) => id) } },
  });
  if (count === 0) notify(t('review:chosen.none_regenerated'), 'error');
  else notify(t('review:chosen.regenerated', { count }));
}
