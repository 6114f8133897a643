import { useState } from 'preact/hooks';
import type { Subscriber } from '../api/types.js';
import { useTask } from '../api/use-task.js';
import { wordsOf } from '../api/words.js';
import { useApp } from '../app/context.js';
import { Confirm } from '../ui/dialog.js';
import { Notice } from '../ui/states.js';
import { notify } from '../ui/toast.js';

export interface Leaving {
  kind: 'unsubscribe' | 'erase';
  subscriber: Subscriber;
}

interface Props {
  leaving: Leaving;
  onClose(): void;
  onLeft(): void;
}

/** Asks before somebody hears of nothing more: only the person can subscribe again. */
export function LeaveDialog({ leaving: { kind, subscriber }, onClose, onLeft }: Props) {
  const { api } = useApp();
  const [ticked, setTicked] = useState(false);
  const task = useTask();
  const path = { subscription_id: subscriber.id };
  const isErasure = kind === 'erase';
  const leave = async (): Promise<void> => {
    const done = await task.run(() =>
      isErasure ? api.call.deleteSubscriber({ path }) : api.call.unsubscribe({ path }),
    );
    if (!done) return;
    notify(`${subscriber.email} ${isErasure ? 'is erased' : 'is unsubscribed'}.`);
    onLeft();
    onClose();
  };
  return (
    <Confirm
      title={isErasure ? 'Erase this address?' : 'Unsubscribe this address?'}
      action={isErasure ? 'Erase' : 'Unsubscribe'}
      danger={isErasure}
      ready={!isErasure || ticked}
      busy={task.busy}
      onConfirm={() => void leave()}
      onClose={onClose}
    >
      {isErasure ? (
        <>
          <p>
            <strong>{subscriber.email}</strong> is removed from the list and from the record of every mail. Nothing is
            left to know it by, so an import could add it again. To keep it out, unsubscribe it instead.
          </p>
          <label class="check">
            <input
              type="checkbox"
              checked={ticked}
              onChange={({ currentTarget }) => setTicked(currentTarget.checked)}
            />
            Erase it. This cannot be undone.
          </label>
        </>
      ) : (
        <p>
          <strong>{subscriber.email}</strong> gets no more mails, and no import brings it back. Only the person can
          subscribe again.
        </p>
      )}
      {task.failure !== undefined && <Notice kind="error">{wordsOf(task.failure)}</Notice>}
    </Confirm>
  );
}
