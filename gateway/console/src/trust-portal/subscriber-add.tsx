import { useState } from 'preact/hooks';
import { useLoad } from '../api/use-load.js';
import { useTask } from '../ui/use-task.js';
import { fieldWords } from '../api/words.js';
import { useApp } from '../core/context.js';
import { Check } from '../ui/choices.js';
import { TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { notify } from '../ui/toast.js';
import { CategoryChoice } from './category-choice.js';
import { ConsentChoice, type Beginning } from './consent-choice.js';
import { t } from '../words/words.js';

/** Adds one address. */
export function AddSubscriber({ onClose, onAdded }: { onClose(): void; onAdded(): void }) {
  const { api } = useApp();
  const categories = useLoad((signal) => api.call.listTrustPortalCategories({ signal }), []);
  const [email, setEmail] = useState('');
  const [everything, setEverything] = useState(true);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [beginning, setBeginning] = useState<Beginning>('pending');
  const task = useTask();
  const known = categories.data?.categories ?? [];
  const add = async (): Promise<void> => {
    let words = '';
    const done = await task.run(async () => {
      const { status } = await api.call.addSubscriber({
        body: { email, status: beginning, category_ids: everything ? null : [...chosen] },
      });
      words =
        status === 'pending'
          ? t('portal:subscriber.addedPending')
          : status === 'confirmed'
            ? t('portal:subscriber.added')
            : t('portal:subscriber.listed');
    });
    if (!done) return;
    notify(words);
    onAdded();
    onClose();
  };
  const wrong = fieldWords(task.failure, 'email');
  return (
    <FormDialog
      title={t('portal:subscriber.addTitle')}
      action={t('portal:subscriber.add')}
      task={task}
      told={wrong !== undefined}
      onSubmit={() => void add()}
      onClose={onClose}
    >
      <TextField label={t('portal:address')} type="email" required value={email} error={wrong} onInput={setEmail} />
      <ConsentChoice value={beginning} onChange={setBeginning} />
      {known.length > 0 && (
        <>
          <Check checked={everything} onChange={setEverything}>
            {t('portal:subscriber.everyCategory')}
          </Check>
          {!everything && (
            <CategoryChoice
              legend={t('portal:tab.categories')}
              help={t('portal:subscriber.noCategory')}
              categories={known}
              chosen={chosen}
              onChange={setChosen}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
