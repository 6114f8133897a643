import { useLoad } from '../api/use-load.js';
import { attempt } from '../ui/use-task.js';
import { useApp } from '../core/context.js';
import { useRefusal } from '../core/permission.js';
import { GuardedButton } from '../ui/permission.js';
import { CopyBox } from '../channels/copy-box.js';
import { Button } from '../ui/button.js';
import { Content } from '../ui/content.js';
import { Dialog } from '../ui/dialog.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';

interface Props {
  customer: string;
  onClose(): void;
}

const LINES = 16;

/** The draft of a letter to a customer; a portal update on the same changes can be kept as a draft. Nothing is sent. */
export function LetterDialog({ customer, onClose }: Props) {
  const { api } = useApp();
  const refusal = useRefusal('MEMBER', 'Trust portal: write');
  const draft = useLoad((signal) => api.call.draftClaimLetter({ query: { customer }, signal }), [customer]);
  const keep = async (): Promise<void> => {
    const update = draft.data?.update;
    if (!update) return;
    if (!(await attempt(() => api.call.createTrustPortalUpdate({ body: { ...update, draft: true } })))) return;
    notify(t('ledger:updateKept'));
    onClose();
  };
  return (
    <Dialog
      title={t('ledger:letterTo', { customer: customer || t('ledger:noCustomer') })}
      onClose={onClose}
      wide
      actions={
        <>
          <GuardedButton refusal={refusal} onClick={() => void keep()}>
            {t('ledger:update')}
          </GuardedButton>
          <Button kind="primary" onClick={onClose}>
            {t('ledger:close')}
          </Button>
        </>
      }
    >
      <Content of={draft} what={t('ledger:what')}>
        {({ letter }) => (
          <CopyBox label={t('ledger:letterText')} help={t('ledger:letterHelp')} rows={LINES} value={letter} />
        )}
      </Content>
    </Dialog>
  );
}
