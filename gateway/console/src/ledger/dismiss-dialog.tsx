import { useState } from 'preact/hooks';
import type { ClaimFinding } from '../api/types.js';
import { useTask } from '../ui/use-task.js';
import { fieldWords } from '../api/words.js';
import { useApp } from '../core/context.js';
import { TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';

interface Props {
  finding: ClaimFinding;
  onDone(): void;
  onClose(): void;
}

/** Dismisses a finding, with the reason. */
export function DismissDialog({ finding, onDone, onClose }: Props) {
  const { api } = useApp();
  const [reason, setReason] = useState('');
  const task = useTask();
  const submit = async (): Promise<void> => {
    const body = { state: 'DISMISSED' as const, reason };
    if (!(await task.run(() => api.call.changeClaimFinding({ path: { finding_id: finding.id }, body })))) return;
    notify(t('ledger:dismissed'));
    onDone();
    onClose();
  };
  return (
    <FormDialog
      title={t('ledger:dismissTitle')}
      action={t('ledger:dismiss')}
      task={task}
      ready={reason.trim() !== ''}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextField
        label={t('ledger:reason')}
        rows={3}
        value={reason}
        error={fieldWords(task.failure, 'reason')}
        onInput={setReason}
      />
    </FormDialog>
  );
}
