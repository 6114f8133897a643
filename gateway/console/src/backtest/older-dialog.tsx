import { useState } from 'preact/hooks';
import type { BacktestAnswer } from '../api/types.js';
import { useTask } from '../ui/use-task.js';
import { fieldWords } from '../api/words.js';
import { useApp } from '../core/context.js';
import { TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';

interface Props {
  /** Of the backtest. */
  id: string;
  answer: BacktestAnswer;
  onDone(): void;
  onClose(): void;
}

/** Says that what was sent was older, with the reason. */
export function OlderDialog({ id, answer, onDone, onClose }: Props) {
  const { api } = useApp();
  const [note, setNote] = useState('');
  const task = useTask();
  const submit = async (): Promise<void> => {
    const path = { backtest_id: id, backtest_answer_id: answer.id };
    const body = { settled: 'OLDER' as const, note };
    if (!(await task.run(() => api.call.settleBacktestAnswer({ path, body })))) return;
    notify(t('backtest:settled.OLDER'));
    onDone();
    onClose();
  };
  return (
    <FormDialog
      title={t('backtest:older')}
      action={t('backtest:older')}
      task={task}
      ready={note.trim() !== ''}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextField
        label={t('backtest:note')}
        rows={3}
        value={note}
        error={fieldWords(task.failure, 'note')}
        onInput={setNote}
      />
    </FormDialog>
  );
}
