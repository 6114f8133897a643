import { useState } from 'preact/hooks';
import type { MailState } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useApp } from '../app/context.js';
import { GuardedButton } from '../app/permission.js';
import { Notice } from '../ui/states.js';
import { TestMailDialog } from './test-mail-dialog.js';

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
            {!state.has_server && (
              <p>
                <strong>Mails reach nobody.</strong> There is no mail server, so they are kept in the outbox. Set{' '}
                <code>SMTP_URL</code> and restart.
              </p>
            )}
            {state.has_server && !state.works && (
              <p>
                <strong>Mails reach nobody right now.</strong> The mail server does not work:{' '}
                <span class="text">{state.reason}</span>
              </p>
            )}
            {state.links_are_local && <LocalLinks url={state.public_url} />}
          </div>
          <GuardedButton refusal={refusal} onClick={() => setTesting(true)}>
            Send a test mail …
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
  return (
    <p>
      <strong>Links in mails open on this machine only</strong>, because they lead to <code>{url}</code>. Set{' '}
      <code>CANDOR_PUBLIC_URL</code> to the address that your readers use, and restart.
    </p>
  );
}
