import { useState } from 'preact/hooks';
import type { MailState } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useApp } from '../core/context.js';
import { GuardedButton } from '../ui/permission.js';
import { Notice } from '../ui/states.js';
import { TestMailDialog } from './test-mail-dialog.js';
import { rich, type Parts } from '../words/rich.js';
import { t } from '../words/words.js';

const MARKS: Parts = {
  strong: (words) => <strong>{words}</strong>,
  code: (words) => <code>{words}</code>,
};

/** Whether mails reach anybody; undefined while that is not known. */
export function useMailState(): { state: MailState | undefined; reload(): void } {
  const { api } = useApp();
  const loaded = useLoad((signal) => api.call.getTrustPortalMail({ signal }), []);
  return { state: loaded.data, reload: loaded.reload };
}

/** Stands on every page of the trust portal until a mail server takes mails and their links can be opened. */
export function MailWarning({ refusal }: { refusal: string | undefined }) {
  const { state, reload } = useMailState();
  const [testing, setTesting] = useState(false);
  if (!state || (state.works && !state.links_are_local)) return null;
  return (
    <>
      <Notice kind="warning">
        <div class="mail-warning">
          <div>
            {!state.has_server && <p>{rich(t('portal:warning.noServer'), MARKS)}</p>}
            {state.has_server && !state.works && (
              <p>
                {rich(t('portal:warning.broken'), MARKS)} <span class="text">{state.reason}</span>
              </p>
            )}
            {state.links_are_local && <LocalLinks url={state.public_url} />}
          </div>
          <GuardedButton refusal={refusal} onClick={() => setTesting(true)}>
            {t('portal:warning.test')}
          </GuardedButton>
        </div>
      </Notice>
      {testing && (
        <TestMailDialog
          onClose={() => {
            setTesting(false);
            reload();
          }}
        />
      )}
    </>
  );
}

/** Said before mails go out whose links no reader can open. */
export function LocalLinks({ url }: { url: string }) {
  return <p>{rich(t('portal:warning.localLinks', { url }), MARKS)}</p>;
}
