import { useState } from 'preact/hooks';
import type { Fact } from '../api/types.js';
import { useTask } from '../ui/use-task.js';
import { fieldWords } from '../api/words.js';
import { useApp } from '../core/context.js';
import { useAssignable } from '../answers/assignee-choice.js';
import { SelectField, TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';

interface Props {
  fact: Fact;
  onDone(): void;
  onClose(): void;
}

/** Passes a question on to whoever knows it. */
export function PassDialog({ fact, onDone, onClose }: Props) {
  const { api } = useApp();
  const people = useAssignable();
  const [who, setWho] = useState('');
  const [note, setNote] = useState('');
  const task = useTask();
  const person = people.find(({ id }) => id === who);
  const submit = async (): Promise<void> => {
    if (!person) return;
    const body = { assignee: { id: person.id, type: person.type }, note };
    if (!(await task.run(() => api.call.passFact({ path: { fact_id: fact.id }, body })))) return;
    notify(t('interview:passed'));
    onClose();
    onDone();
  };
  return (
    <FormDialog
      title={t('interview:passTitle')}
      action={t('interview:passAction')}
      task={task}
      ready={person !== undefined}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <SelectField
        label={t('interview:who')}
        value={who}
        options={[['', t('interview:nobody')] as const, ...people.map(({ id, name }) => [id, name] as const)]}
        onChange={setWho}
      />
      <TextField
        label={t('interview:note')}
        rows={3}
        value={note}
        error={fieldWords(task.failure, 'note')}
        onInput={setNote}
      />
    </FormDialog>
  );
}
