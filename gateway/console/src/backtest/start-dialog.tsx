import { useState } from 'preact/hooks';
import { useTask } from '../ui/use-task.js';
import { fieldWords } from '../api/words.js';
import { useApp } from '../core/context.js';
import { Check } from '../ui/choices.js';
import { SelectField, TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { t } from '../words/words.js';
import { ChosenQuestionnaires, type Chosen } from './chosen.js';

interface Props {
  onDone(): void;
  onClose(): void;
}

const WHICH = ['all', 'chosen'] as const;
/** Questionnaires of one backtest. */
const MOST = 100;

/** Starts a backtest of all completed questionnaires, or of chosen ones. */
export function StartDialog({ onDone, onClose }: Props) {
  const { api } = useApp();
  const [which, setWhich] = useState<(typeof WHICH)[number]>('all');
  const [chosen, setChosen] = useState<Chosen>(new Map());
  const [minutes, setMinutes] = useState('5');
  const [byUpload, setByUpload] = useState(false);
  const task = useTask();
  const isChosen = which === 'all' || (chosen.size > 0 && chosen.size <= MOST);
  const submit = async (): Promise<void> => {
    const questionnaires = [...chosen].map(([id, day]) => ({ questionnaire_id: id, sent_on: day || null }));
    const body = {
      ...(which === 'chosen' ? { questionnaires } : {}),
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
      ready={isChosen && /^\d{1,3}$/.test(minutes)}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t('backtest:startHelp')}</p>
      <SelectField
        label={t('backtest:which')}
        value={which}
        options={WHICH.map((one) => [one, t(`backtest:whichOf.${one}`)])}
        onChange={(one) => setWhich(one)}
      />
      {which === 'chosen' && <ChosenQuestionnaires chosen={chosen} onChange={setChosen} />}
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
