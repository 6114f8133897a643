import { useState } from 'preact/hooks';
import type { Question } from '../api/types.js';
import { useTask } from '../ui/use-task.js';
import { fieldWords } from '../api/words.js';
import { useApp } from '../core/context.js';
import { useAssignable } from '../answers/assignee-choice.js';
import { editMany, reportWords } from '../answers/many.js';
import { SelectField, TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';

interface Props {
  questionnaireId: string;
  questions: readonly Question[];
  onDone(): void;
  onClose(): void;
}

/** Assigns questions to a person or group, with a due date and a note. */
export function AskDialog({ questionnaireId, questions, onDone, onClose }: Props) {
  const { api } = useApp();
  const people = useAssignable();
  const [who, setWho] = useState('');
  const [due, setDue] = useState('');
  const [note, setNote] = useState('');
  const task = useTask();
  const person = people.find(({ id }) => id === who);
  const ask = async (): Promise<void> => {
    if (!person) return;
    const assignee = { id: person.id, type: person.type };
    const change = { assignee, due_at: due || null, note: note || null };
    const done = await task.run(async () => {
      const report = await editMany(api, questionnaireId, questions, change);
      notify(
        reportWords(report, (count) => t('review:chosen.assigned', { count })),
        report.refused.size > 0 ? 'error' : 'done',
      );
    });
    if (!done) return;
    onDone();
    onClose();
  };
  const options = [['', t('asked:ask.choose')] as const, ...people.map(({ id, name }) => [id, name] as const)];
  return (
    <FormDialog
      title={t('asked:ask.title', { count: questions.length })}
      action={t('asked:ask.action')}
      task={task}
      ready={person !== undefined}
      onSubmit={() => void ask()}
      onClose={onClose}
    >
      <SelectField label={t('asked:ask.who')} value={who} options={options} onChange={setWho} />
      <TextField
        label={t('asked:ask.due')}
        help={t('asked:ask.dueHelp')}
        type="date"
        value={due}
        error={fieldWords(task.failure, 'due_at')}
        onInput={setDue}
      />
      <TextField
        label={t('asked:ask.note')}
        help={t('asked:ask.noteHelp')}
        rows={3}
        value={note}
        error={fieldWords(task.failure, 'note')}
        onInput={setNote}
      />
    </FormDialog>
  );
}
