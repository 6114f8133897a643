import { useState } from 'preact/hooks';
import { useTask } from '../api/use-task.js';
import { fieldWords } from '../api/words.js';
import { useApp } from '../app/context.js';
import { Check } from '../ui/choices.js';
import { TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { t } from '../words/words.js';

interface Props {
  onDone(): void;
  onClose(): void;
}

/** Starts a backtest of all completed questionnaires. */
export function StartDialog({ onDone, onClose }: Props) {
  const { api } = useApp();
  const [minutes, setMinutes] = useState('5');
  const [byUpload, setByUpload] = useState(false);
  const task = useTask();
  const submit = async (): Promise<void> => {
    const body = {
      undated_documents: byUpload ? ('by_upload' as const) : ('use' as const),
      minutes_per_answer: Number(minutes),
    };
    if (!(await task.run(() => api.call.startBacktest({ body })))) return;
    onDone();
    onClose();
  };
  return (
    <FormDialog
      title={t('backtest:startTitle')}
      action={t('backtest:start')}
      task={task}
      ready={/^\d{1,3}$/.test(minutes)}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t('backtest:startHelp')}</p>
      <TextField
        label={t('backtest:minutes')}
        value={minutes}
        error={fieldWords(task.failure, 'minutes_per_answer')}
        onInput={setMinutes}
      />
      <Check checked={byUpload} onChange={setByUpload}>
        {t('backtest:byUpload')}
      </Check>
    </FormDialog>
  );
}
