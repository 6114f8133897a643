import type { PortalProfile } from '../api/types.js';
import { useTask } from '../ui/use-task.js';
import { wordsOf } from '../api/words.js';
import { useApp } from '../core/context.js';
import { CopyBox } from '../channels/copy-box.js';
import { Badge } from '../ui/badges.js';
import { Button } from '../ui/button.js';
import { Notice } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { When } from '../ui/when.js';
import { rich } from '../words/rich.js';
import { t } from '../words/words.js';
import { useMayNotWrite } from './portal-frame.js';

/** The record that proves the portal's own domain, and whether it was found; nothing without a domain. */
export function DomainProof({ profile, onChecked }: { profile: PortalProfile; onChecked(): void }) {
  const { api } = useApp();
  const mayNotWrite = useMayNotWrite();
  const task = useTask();
  const { domain, domain_proof: proof } = profile;
  if (domain === null || proof === null) return null;
  const check = async (): Promise<void> => {
    // The service looks for the record whenever a domain is given.
    if (!(await task.run(() => api.call.editTrustPortalProfile({ body: { domain } })))) return;
    notify(t('portal:frontPage.checkedNow'));
    onChecked();
  };
  const { state, record_name: name, record_text: text, checked_at: checkedAt, counts_until: until } = proof;
  const title = t('portal:frontPage.proof', { domain });
  return (
    <section class="card section" aria-label={title}>
      <h2>{title}</h2>
      <p class="row-actions">
        <Badge tone={state === 'proven' ? 'good' : 'attention'}>{t(`portal:frontPage.proofState.${state}`)}</Badge>
        {checkedAt !== null && (
          <span class="muted">{rich(t('portal:frontPage.checkedAt'), { when: () => <When time={checkedAt} /> })}</span>
        )}
      </p>
      <p>{rich(t(`portal:frontPage.proofHelp.${state}`), { when: () => until !== null && <When time={until} /> })}</p>
      <div class="fields bare">
        <CopyBox label={t('portal:frontPage.recordName')} value={name} />
        {text !== null && <CopyBox label={t('portal:frontPage.recordText')} value={text} />}
      </div>
      {task.failure !== undefined && <Notice kind="error">{wordsOf(task.failure)}</Notice>}
      <div class="row-actions">
        <Button busy={task.busy} disabled={mayNotWrite !== undefined} onClick={() => void check()}>
          {t('portal:frontPage.checkNow')}
        </Button>
      </div>
    </section>
  );
}
