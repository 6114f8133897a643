import { useState } from 'preact/hooks';
import type { Overview } from '../api/types.js';
import { useTask } from '../ui/use-task.js';
import { fieldWords } from '../api/words.js';
import { useApp } from '../core/context.js';
import { useDirectory } from '../core/directory.js';
import { SelectField, TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';

interface Props {
  questionnaireId: string;
  onChange(overview: Overview): void;
  onClose(): void;
}

/** Hands a questionnaire over for approval: to everybody who may, or to one person, with a note. */
export function SubmitDialog({ questionnaireId, onChange, onClose }: Props) {
  const { api, session } = useApp();
  const { users } = useDirectory();
  const [note, setNote] = useState('');
  const [approver, setApprover] = useState('');
  const task = useTask();
  const may = session.organization.approvers_only ? ['APPROVER', 'ADMIN'] : ['MEMBER', 'APPROVER', 'ADMIN'];
  const approvers = users.filter(({ id, role }) => may.includes(role) && id !== session.user_id);
  const submit = async (): Promise<void> => {
    const body = { note: note || null, approver_ids: approver === '' ? null : [approver] };
    const done = await task.run(async () =>
      onChange(await api.call.submitQuestionnaire({ path: { questionnaire_id: questionnaireId }, body })),
    );
    if (!done) return;
    notify(t('questionnaires:actions.submitted'));
    onClose();
  };
  const options = [['', t('asked:submit.everybody')] as const, ...approvers.map(({ id, name }) => [id, name] as const)];
  return (
    <FormDialog
      title={t('asked:submit.title')}
      action={t('asked:submit.action')}
      task={task}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <SelectField label={t('asked:submit.approver')} value={approver} options={options} onChange={setApprover} />
      <TextField
        label={t('asked:submit.note')}
        rows={3}
        value={note}
        error={fieldWords(task.failure, 'note')}
        onInput={setNote}
      />
    </FormDialog>
  );
}

interface SendBackProps extends Props {
  /** The questions that it is about; empty: the whole. */
  questionIds: readonly string[];
}

/** Sends a questionnaire back into review, with a reason. */
export function SendBackDialog({ questionnaireId, questionIds, onChange, onClose }: SendBackProps) {
  const { api } = useApp();
  const [reason, setReason] = useState('');
  const task = useTask();
  const send = async (): Promise<void> => {
    const path = { questionnaire_id: questionnaireId };
    const body = { reason, question_ids: [...questionIds] };
    const done = await task.run(async () => onChange(await api.call.sendBackQuestionnaire({ path, body })));
    if (!done) return;
    notify(t('asked:sendBack.done'));
    onClose();
  };
  return (
    <FormDialog
      title={t('asked:sendBack.title')}
      action={t('asked:sendBack.action')}
      task={task}
      ready={reason.trim() !== ''}
      head={questionIds.length > 0 && <p>{t('asked:sendBack.about', { count: questionIds.length })}</p>}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <TextField
        label={t('asked:sendBack.reason')}
        rows={3}
        required
        value={reason}
        error={fieldWords(task.failure, 'reason')}
        onInput={setReason}
      />
    </FormDialog>
  );
}
