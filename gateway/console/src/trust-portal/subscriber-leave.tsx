import { useState } from 'preact/hooks';
import type { Subscriber } from '../api/types.js';
import { useApp } from '../app/context.js';
import { Check } from '../ui/choices.js';
import { Confirm } from '../ui/confirm.js';

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
  const path = { subscription_id: subscriber.id };
  const isErasure = kind === 'erase';
  return (
    <Confirm
      title={isErasure ? 'Erase this address?' : 'Unsubscribe this address?'}
      action={isErasure ? 'Erase' : 'Unsubscribe'}
      danger={isErasure}
      ready={!isErasure || ticked}
      work={(): Promise<unknown> => (isErasure ? api.call.deleteSubscriber({ path }) : api.call.unsubscribe({ path }))}
      said={`${subscriber.email} ${isErasure ? 'is erased' : 'is unsubscribed'}.`}
      onDone={onLeft}
      onClose={onClose}
    >
      {isErasure ? (
        <>
          <p>
            <strong>{subscriber.email}</strong> is removed from the list and from the record of every mail. Nothing is
            left to know it by, so an import could add it again. To keep it out, unsubscribe it instead.
          </p>
          <Check checked={ticked} onChange={setTicked}>
            Erase it. This cannot be undone.
          </Check>
        </>
      ) : (
        <p>
          <strong>{subscriber.email}</strong> gets no more mails, and no import brings it back. Only the person can
          subscribe again.
        </p>
      )}
    </Confirm>
  );
}
