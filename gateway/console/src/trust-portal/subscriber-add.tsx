import { useState } from 'preact/hooks';
import { useLoad } from '../api/use-load.js';
import { useTask } from '../api/use-task.js';
import { fieldWords, wordsOf } from '../api/words.js';
import { useApp } from '../app/context.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { submitting, TextField } from '../ui/field.js';
import { Notice } from '../ui/states.js';
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
    <Dialog
      title="Add a subscriber"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="subscriber" busy={task.busy}>
            Add
          </Button>
        </>
      }
    >
      <form id="subscriber" class="section" onSubmit={submitting(() => void add())}>
        <TextField label="Address" type="email" required value={email} error={wrong} onInput={setEmail} />
        <ConsentChoice value={beginning} onChange={setBeginning} />
        {known.length > 0 && (
          <>
            <label class="check">
              <input
                type="checkbox"
                checked={everything}
                onChange={({ currentTarget }) => setEverything(currentTarget.checked)}
              />
              Every category, new ones too
            </label>
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
      </form>
      {task.failure !== undefined && wrong === undefined && <Notice kind="error">{wordsOf(task.failure)}</Notice>}
    </Dialog>
  );
}
