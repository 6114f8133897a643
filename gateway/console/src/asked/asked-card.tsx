import { useState } from 'preact/hooks';
import type { AskedQuestion } from '../api/types.js';
import { useTask } from '../ui/use-task.js';
import { fieldWords } from '../api/words.js';
import { useApp } from '../core/context.js';
import { useNames } from '../core/directory.js';
import { Button } from '../ui/button.js';
import { submitting, TextField } from '../ui/field.js';
import { ago, dayAt } from '../ui/format.js';
import { Notice } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { wordsOf } from '../api/words.js';
import { OptionChoice } from '../answers/option-choice.js';
import { t } from '../words/words.js';

interface Props {
  asked: AskedQuestion;
  /** Whether it says where it stands. */
  withQuestionnaire: boolean;
  onUnsaved(isUnsaved: boolean): void;
  onSaved(): void;
}

/** One question that is asked of the person, with the place for the answer. */
export function AskedCard({ asked: { question, questionnaire }, withQuestionnaire, onUnsaved, onSaved }: Props) {
  const { api } = useApp();
  const [answer, setAnswer] = useState(question.answer ?? '');
  const [comment, setComment] = useState(question.comment ?? '');
  const task = useTask();
  const save = async (): Promise<void> => {
    const done = await task.run(() =>
      api.call.answerAskedQuestion({
        path: { question_id: question.id },
        headers: { 'If-Match': `"${question.version}"` },
        body: { answer: answer || null, comment: comment || null },
      }),
    );
    if (!done) return;
    onUnsaved(false);
    notify(t('asked:saved'));
    onSaved();
  };
  const changed = (set: (text: string) => void) => (text: string) => {
    set(text);
    onUnsaved(true);
  };
  const hasOptions = question.answer_type !== 'text' && question.options.length > 0;
  const said = fieldWords(task.failure, 'answer');
  return (
    <li class="card">
      {withQuestionnaire && <p class="muted small">{questionnaire.title}</p>}
      <h2 class="text">
        {question.number !== null && <span class="question-number">{question.number} </span>}
        {question.text}
      </h2>
      <AskedFacts question={question} />
      <form class="section" onSubmit={submitting(() => void save())}>
        {hasOptions && <OptionChoice question={question} answer={answer} onChange={changed(setAnswer)} />}
        {!hasOptions && (
          <TextField label={t('asked:answer')} rows={3} value={answer} error={said} onInput={changed(setAnswer)} />
        )}
        <TextField label={t('asked:comment')} rows={1} value={comment} onInput={changed(setComment)} />
        {task.failure !== undefined && said === undefined && <Notice kind="error">{wordsOf(task.failure)}</Notice>}
        <p>
          <Button type="submit" busy={task.busy}>
            {t('asked:save')}
          </Button>
        </p>
      </form>
    </li>
  );
}

/** Who asks what by when, why an answer was sent back, and whether the assignee is done. */
export function AskedFacts({ question: { assignment, sent_back: back } }: Pick<AskedQuestion, 'question'>) {
  const { session } = useApp();
  const nameOf = useNames();
  if (!assignment && !back) return null;
  const dueAt = assignment?.due_at ?? null;
  const date = dueAt === null ? '' : dayAt(dueAt, session.organization.time_zone);
  const isOverdue = dueAt !== null && dueAt / 1000 < Date.now() && assignment?.done_at === null;
  return (
    <div class="asked-facts">
      {back && <Notice kind="error">{t('asked:sentBack', { name: nameOf(back.by), reason: back.reason })}</Notice>}
      {assignment && (
        <p class="small">
          {t('asked:by', { name: nameOf(assignment.assigned_by) })}
          {dueAt !== null && ` · ${t(isOverdue ? 'asked:overdue' : 'asked:due', { date })}`}
        </p>
      )}
      {assignment?.note && <p class="text">{t('asked:note', { note: assignment.note })}</p>}
      {assignment && assignment.done_at !== null && (
        <p class="small">
          {t('asked:doneAt', { name: nameOf(assignment.done_by ?? ''), when: ago(assignment.done_at) })}
        </p>
      )}
    </div>
  );
}
