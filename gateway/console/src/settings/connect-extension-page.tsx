import { useState } from 'preact/hooks';
import { useTask } from '../ui/use-task.js';
import { wordsOf } from '../api/words.js';
import { useApp } from '../core/context.js';
import { hrefOf } from '../core/router.js';
import { useQuery } from '../core/use-query.js';
import { Button } from '../ui/button.js';
import { PageFrame } from '../ui/page.js';
import { Notice } from '../ui/states.js';
import { t } from '../words/words.js';

/** SHA-256 in base64url. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** The browser extension opens this page; the person who is signed in lets it in, or not. */
export default function ConnectExtensionPage() {
  const { session } = useApp();
  const [query] = useQuery();
  const challenge = query.get('challenge') ?? '';
  const isAsked = CHALLENGE.test(challenge);
  return (
    <PageFrame title={t('extension:title')}>
      {session.sign_in === null ? (
        <Notice kind="info">{t('extension:forPeople')}</Notice>
      ) : isAsked ? (
        <Asked challenge={challenge} />
      ) : (
        <Notice kind="info">{t('extension:notAsked')}</Notice>
      )}
    </PageFrame>
  );
}

function Asked({ challenge }: { challenge: string }) {
  const { api, session } = useApp();
  const task = useTask();
  const [isConnected, setConnected] = useState(false);
  const connect = (): void => {
    void task.run(async () => {
      const { code } = await api.call.allowExtension({ body: { challenge } });
      // The extension reads it from this tab's address. It is worth nothing to anybody else, who has no verifier.
      window.history.replaceState(null, '', `${hrefOf('/connect-extension')}#code=${code}`);
      setConnected(true);
    });
  };
  if (isConnected) return <Notice kind="info">{t('extension:connected')}</Notice>;
  return (
    <section class="section">
      <p>{t('extension:asks', { organization: session.organization.name })}</p>
      <p>{t('extension:may', { name: session.user?.name ?? session.user?.email ?? '' })}</p>
      <p class="muted">{t('extension:onlyIf')}</p>
      {task.failure !== undefined && <Notice kind="error">{wordsOf(task.failure)}</Notice>}
      <p>
        <Button kind="primary" busy={task.busy} onClick={connect}>
          {t('extension:connect')}
        </Button>
      </p>
    </section>
  );
}
