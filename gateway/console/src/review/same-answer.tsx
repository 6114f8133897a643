import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Question } from '../api/types.js';
import { useTask } from '../ui/use-task.js';
import { wordsOf } from '../api/words.js';
import { useApp } from '../core/context.js';
import { Button } from '../ui/button.js';
import { toggled } from '../ui/choices.js';
import { Dialog } from '../ui/dialog.js';
import { Field, submitting } from '../ui/field.js';
import { Notice } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';
import { stateOf } from './filters.js';
import { GrowingList } from './growing-list.js';
import { editMany, reportWords } from '../answers/many.js';
import { OptionChoice } from '../answers/option-choice.js';
import { SentText } from './sent-text.js';

interface Props {
  questionnaireId: string;
  /** The question that is answered first; its answer, if it has one, is offered for all. */
  first: Question;
  /** The others that may get the same answer. */
  others: readonly Question[];
  /** Whether the others were chosen by the person: then each is ticked, also those with an answer. */
  chosenByHand: boolean;
  onClose(): void;
  onDone(): void;
}

/** Gives one answer to several questions, each of which is shown and can be left out. */
export function SameAnswer({ questionnaireId, first, others, chosenByHand, onClose, onDone }: Props) {
  const { api } = useApp();
  const task = useTask();
  const form = useRef<HTMLFormElement>(null);
  const [answer, setAnswer] = useState(first.answer ?? '');
  const all = [first, ...others];
  const [ticked, setTicked] = useState<readonly string[]>(() =>
    all.filter((one) => one === first || chosenByHand || stateOf(one) === 'open').map(({ id }) => id),
  );
  const chosen = all.filter(({ id }) => ticked.includes(id));
  const hasOptions = first.answer_type !== 'text' && first.options.length > 0;
  // Before anything else runs: the next key belongs to the field.
  useLayoutEffect(() => form.current?.querySelector<HTMLElement>('textarea, input')?.focus(), []);

  const save = async (approve: boolean): Promise<void> => {
    if (answer.trim() === '' || chosen.length === 0) return;
    const done = await task.run(async () => {
      const report = await editMany(api, questionnaireId, chosen, { answer, approve });
      const words = reportWords(report, (count) =>
        approve ? t('review:same_answer.approved', { count }) : t('review:same_answer.saved', { count }),
      );
      notify(words, report.refused.size > 0 ? 'error' : 'done');
    });
    if (!done) return;
    onDone();
    onClose();
  };
  const pressed = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void save(true);
      return;
    }
    const option = first.options[Number(event.key) - 1];
    if (!hasOptions || option === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setAnswer(option);
  };
  const ready = answer.trim() !== '' && chosen.length > 0;

  return (
    <Dialog
      title={t('review:same_answer.title')}
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('review:cancel')}</Button>
          <Button disabled={!ready} busy={task.busy} onClick={() => void save(false)}>
            {t('review:same_answer.save')}
          </Button>
          <Button
            kind="primary"
            title={t('review:keys.ctrl_enter')}
            disabled={!ready}
            busy={task.busy}
            onClick={() => void save(true)}
          >
            {t('review:same_answer.action', { count: chosen.length })}
          </Button>
        </>
      }
    >
      <div class="section" onKeyDown={pressed}>
        <form ref={form} onSubmit={submitting(() => void save(true))}>
          {hasOptions ? (
            <OptionChoice question={first} answer={answer} onChange={setAnswer} />
          ) : (
            <Field label={t('review:same_answer.field')}>
              {(control) => (
                <textarea
                  {...control}
                  rows={4}
                  value={answer}
                  onInput={({ currentTarget }) => setAnswer(currentTarget.value)}
                />
              )}
            </Field>
          )}
        </form>
        <div class="card-head small">
          <span class="muted">{t('review:same_answer.help')}</span>
          <button
            type="button"
            class="link"
            onClick={() => setTicked(chosen.length < all.length ? all.map(({ id }) => id) : [])}
          >
            {chosen.length < all.length ? t('review:choose_all') : t('review:choose_none')}
          </button>
        </div>
        <GrowingList
          label={t('review:questions_label')}
          items={all}
          keyOf={({ id }) => id}
          row={(question) => (
            <SentText
              question={question}
              chosen={ticked.includes(question.id)}
              onChange={() => setTicked(toggled(ticked, question.id))}
            />
          )}
        />
      </div>
      {task.failure !== undefined && <Notice kind="error">{wordsOf(task.failure)}</Notice>}
    </Dialog>
  );
}
