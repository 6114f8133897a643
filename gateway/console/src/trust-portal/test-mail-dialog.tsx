import { useState } from 'preact/hooks';
import type { Update } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useTask } from '../ui/use-task.js';
import { fieldWords } from '../api/words.js';
import { useApp } from '../core/context.js';
import { TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { Notice } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';

interface Props {
  /** Its mail is sent; absent: one that only tests the way. */
  update?: Update;
  onClose(): void;
}

/** Sends one mail to one address, and says what became of it. */
export function TestMailDialog({ update, onClose }: Props) {
  const { api, session } = useApp();
  const [typed, setTyped] = useState<string>();
  const [failed, setFailed] = useState<string>();
  const task = useTask();
  const { user_id: userId } = session;
  // Whoever owns the key is most likely to read it.
  const own = useLoad(
    async (signal) => (userId === null ? undefined : api.call.getUser({ path: { user_id: userId }, signal })),
    [userId],
  );
  const to = typed ?? own.data?.email ?? '';
  const send = async (): Promise<void> => {
    setFailed(undefined);
    let told: { state: string; reason: string | null } | undefined;
    const done = await task.run(async () => {
      told = update
        ? await api.call.testTrustPortalUpdate({ path: { update_id: update.id }, body: { to } })
        : await api.call.sendTrustPortalTestMail({ body: { to } });
    });
    if (!done || !told) return;
    if (told.state === 'failed') {
      setFailed(told.reason ?? t('portal:test.refusedBy'));
      return;
    }
    notify(told.state === 'kept' ? t('portal:test.kept') : t('portal:test.accepted', { to }));
    onClose();
  };
  return (
    <FormDialog
      title={update ? t('portal:test.titleOfUpdate') : t('portal:test.title')}
      action={t('portal:test.action')}
      task={task}
      told={fieldWords(task.failure, 'to') !== undefined}
      foot={<p class="muted">{t('portal:test.help')}</p>}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <TextField
        label={t('portal:test.to')}
        help={t('portal:test.toHelp')}
        type="email"
        required
        value={to}
        error={fieldWords(task.failure, 'to')}
        onInput={setTyped}
      />
      {failed !== undefined && <Notice kind="error">{t('portal:test.refused', { reason: failed })}</Notice>}
    </FormDialog>
  );
}
