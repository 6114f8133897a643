import { useState } from 'preact/hooks';
import type { Update } from '../api/types.js';
import { useApp } from '../app/context.js';
import { Check } from '../ui/choices.js';
import { Confirm } from '../ui/confirm.js';
import { count } from '../ui/format.js';

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
      title="Send the failed mails again?"
      action="Send them again"
      work={() =>
        api.call.retryTrustPortalDeliveries({
          path: { update_id: update.id },
          body: { include_bounced: bounced },
        })
      }
      said="The failed mails are on their way again."
      onDone={onChange}
      onClose={onClose}
    >
      <p>
        {count(update.failed_count, 'mail')} failed. Nobody who has the mail gets it again, nor who unsubscribed since.
      </p>
      <Check checked={bounced} onChange={setBounced}>
        Also try addresses that a mail server refused as unknown.
      </Check>
    </Confirm>
  );
}
