import { useState } from 'preact/hooks';
import type { SlackChannel, SlackTest } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useTask } from '../ui/use-task.js';
import { wordsOf } from '../api/words.js';
import { useApp } from '../core/context.js';
import { Button } from '../ui/button.js';
import { Confirm } from '../ui/confirm.js';
import { Content } from '../ui/content.js';
import { Notice } from '../ui/states.js';
import { When } from '../ui/when.js';
import { t } from '../words/words.js';
import { ChannelCard } from './channel-card.js';
import { CopyBox } from './copy-box.js';
import { SlackForm } from './slack-form.js';

/** Slack: the app is made from a manifest, its secrets are kept and never shown, and a test says what Slack says. */
export function SlackCard() {
  const { api } = useApp();
  const channel = useLoad((signal) => api.call.getSlackChannel({ signal }), []);
  return (
    <ChannelCard title={t('channels:slack.title')} help={t('channels:slack.help')} connected={channel.data?.connected}>
      <Content of={channel} what={t('channels:slack.what')}>
        {(found) => (
          <>
            {found.connected && <Connected channel={found} onChanged={channel.reload} />}
            <Manifest open={!found.connected} />
            <SlackForm key={found.updated_at} channel={found} onChanged={channel.reload} />
          </>
        )}
      </Content>
    </ChannelCard>
  );
}

function Manifest({ open }: { open: boolean }) {
  const { api } = useApp();
  const manifest = useLoad((signal) => api.call.getSlackManifest({ signal }), []);
  return (
    <details open={open}>
      <summary>{t('channels:slack.manifestTitle')}</summary>
      <p class="muted">{t('channels:slack.manifestHelp')}</p>
      <Content of={manifest} what={t('channels:slack.manifestWhat')}>
        {({ manifest: text, create_url: address }) => (
          <>
            <p>
              <a class="button secondary" href={address} target="_blank" rel="noreferrer">
                {t('channels:slack.create')}
              </a>
            </p>
            <CopyBox label={t('channels:slack.manifest')} value={text} rows={6} />
          </>
        )}
      </Content>
    </details>
  );
}

interface ConnectedProps {
  channel: SlackChannel;
  onChanged(): void;
}

/** The workspace, what went well and wrong there last, and the end of it. */
function Connected({ channel, onChanged }: ConnectedProps) {
  const { api } = useApp();
  const [tested, setTested] = useState<SlackTest>();
  const [removing, setRemoving] = useState(false);
  const testing = useTask();
  const test = (): Promise<boolean> =>
    testing.run(async () => {
      setTested(undefined);
      setTested(await api.call.testSlackChannel());
      onChanged();
    });
  const missing = (tested ?? channel).missing_scopes;
  return (
    <>
      <dl class="facts">
        <dt>{t('channels:slack.workspace')}</dt>
        <dd>{channel.team_name ?? channel.team_id}</dd>
        <dt>{t('channels:slack.lastEvent')}</dt>
        <dd>{channel.last_event_at === null ? t('channels:never') : <When time={channel.last_event_at} />}</dd>
        {channel.last_error !== null && (
          <>
            <dt>{t('channels:slack.lastError')}</dt>
            <dd>
              {channel.last_error} {channel.last_error_at !== null && <When time={channel.last_error_at} />}
            </dd>
          </>
        )}
      </dl>
      <p class="row-actions">
        <Button busy={testing.busy} onClick={() => void test()}>
          {t('channels:test')}
        </Button>
        <Button kind="quiet" onClick={() => setRemoving(true)}>
          {t('channels:disconnect')}
        </Button>
      </p>
      <p role="status">{tested?.ok === true ? t('channels:slack.testGood', { name: tested.team_name ?? '' }) : ''}</p>
      {tested !== undefined && tested.error !== null && <Notice kind="error">{tested.error}</Notice>}
      {missing.length > 0 && (
        <Notice kind="warning">{t('channels:slack.missingScopes', { scopes: missing.join(', ') })}</Notice>
      )}
      {testing.failure !== undefined && <Notice kind="error">{wordsOf(testing.failure)}</Notice>}
      {removing && (
        <Confirm
          title={t('channels:slack.disconnectTitle')}
          action={t('channels:disconnect')}
          danger
          work={() => api.call.removeSlackChannel()}
          said={t('channels:slack.disconnected')}
          onDone={onChanged}
          onClose={() => setRemoving(false)}
        >
          <p>{t('channels:slack.disconnectHelp')}</p>
        </Confirm>
      )}
    </>
  );
}
