import { useState } from 'preact/hooks';
import { useLoad } from '../api/use-load.js';
import { useTask } from '../api/use-task.js';
import { fieldWords } from '../api/words.js';
import { useApp } from '../app/context.js';
import { Check } from '../ui/choices.js';
import { TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { notify } from '../ui/toast.js';
import { CategoryChoice } from './category-choice.js';
import { ConsentChoice, type Beginning } from './consent-choice.js';

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
          ? 'Added. A mail asks for confirmation.'
          : status === 'confirmed'
            ? 'Added.'
            : 'It is listed already, and stays as it is.';
    });
    if (!done) return;
    notify(words);
    onAdded();
    onClose();
  };
  const wrong = fieldWords(task.failure, 'email');
  return (
    <FormDialog
      title="Add a subscriber"
      action="Add"
      task={task}
      told={wrong !== undefined}
      onSubmit={() => void add()}
      onClose={onClose}
    >
      <TextField label="Address" type="email" required value={email} error={wrong} onInput={setEmail} />
      <ConsentChoice value={beginning} onChange={setBeginning} />
      {known.length > 0 && (
        <>
          <Check checked={everything} onChange={setEverything}>
            Every category, new ones too
          </Check>
          {!everything && (
            <CategoryChoice
              legend="Categories"
              help="Without any, this subscriber hears of nothing."
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
