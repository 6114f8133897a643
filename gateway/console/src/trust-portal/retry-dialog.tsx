import { useState } from 'preact/hooks';
import type { Update } from '../api/types.js';
import { useApp } from '../core/context.js';
import { Check } from '../ui/choices.js';
import { Confirm } from '../ui/confirm.js';
import { t } from '../words/words.js';

interface Props {
  update: Update;
  onClose(): void;
  onChange(update: Update): void;
}

/** Sends the failed mails of an update again; refused addresses only when that is ticked. */
export function RetryDialog({ update, onClose, onChange }: Props) {
  const { api } = useApp();
  const [bounced, setBounced] = useState(false);
  return (
    <Confirm
      title={t('portal:retry.title')}
      action={t('portal:retry.action')}
      work={() =>
        api.call.retryTrustPortalDeliveries({
          path: { update_id: update.id },
          body: { include_bounced: bounced },
        })
      }
      said={t('portal:retry.done')}
      onDone={onChange}
      onClose={onClose}
    >
      <p>{t('portal:retry.help', { count: update.failed_count })}</p>
      <Check checked={bounced} onChange={setBounced}>
        {t('portal:retry.bounced')}
      </Check>
    </Confirm>
  );
}
