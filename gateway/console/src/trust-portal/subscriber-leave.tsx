import { useState } from 'preact/hooks';
import type { Subscriber } from '../api/types.js';
import { useApp } from '../core/context.js';
import { Check } from '../ui/choices.js';
import { Confirm } from '../ui/confirm.js';
import { rich, type Parts } from '../words/rich.js';
import { t } from '../words/words.js';

const STRONG: Parts = { strong: (words) => <strong class="text">{words}</strong> };

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
  const { email } = subscriber;
  const isErasure = kind === 'erase';
  return (
    <Confirm
      title={isErasure ? t('portal:subscriber.eraseTitle') : t('portal:subscriber.unsubscribeTitle')}
      action={isErasure ? t('portal:subscriber.erase') : t('portal:subscriber.unsubscribe')}
      danger={isErasure}
      ready={!isErasure || ticked}
      work={(): Promise<unknown> => (isErasure ? api.call.deleteSubscriber({ path }) : api.call.unsubscribe({ path }))}
      said={isErasure ? t('portal:subscriber.erased', { email }) : t('portal:subscriber.unsubscribed', { email })}
      onDone={onLeft}
      onClose={onClose}
    >
      {isErasure ? (
        <>
          <p>{rich(t('portal:subscriber.eraseHelp', { email }), STRONG)}</p>
          <Check checked={ticked} onChange={setTicked}>
            {t('portal:subscriber.eraseAgree')}
          </Check>
        </>
      ) : (
        <p>{rich(t('portal:subscriber.unsubscribeHelp', { email }), STRONG)}</p>
      )}
    </Confirm>
  );
}
