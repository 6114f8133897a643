import { useState } from 'preact/hooks';
import { useLoad } from '../api/use-load.js';
import { useTask } from '../ui/use-task.js';
import { wordsOf } from '../api/words.js';
import { useApp } from '../core/context.js';
import { storedKey } from '../state/stored.js';
import { Button } from '../ui/button.js';
import { Check } from '../ui/choices.js';
import { Confirm } from '../ui/confirm.js';
import { Notice } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';
import { ChannelCard } from './channel-card.js';
import { ChannelKey } from './channel-key.js';
import { ConnectedAgents } from './connected-agents.js';
import { CopyBox } from './copy-box.js';
import { addressOf, commandOf, configOf, countTools, stdioOf } from './mcp-snippets.js';

const MOST_AGENTS = 1000;

/** Agents over MCP: the address for programs, who has connected which, and whether people may at all. */
export function AgentsCard() {
  const { api, session, switchOrganization } = useApp();
  const [open, setOpen] = useState<'key' | 'all' | 'off'>();
  const [answer, setAnswer] = useState('');
  const testing = useTask();
  const switching = useTask();
  const { origin } = window.location;
  const mayConnect = session.organization.agents_may_connect;
  const agents = useLoad(
    async (signal) =>
      (await api.call.listConnectedAgents({ query: { of: 'everyone', limit: MOST_AGENTS, offset: 0 }, signal })).agents,
    [],
  );
  const close = (): void => setOpen(undefined);
  const test = async (): Promise<void> => {
    setAnswer('');
    await testing.run(async () => {
      const key = storedKey.get();
      const count = await countTools(origin, {
        'x-organization-id': session.organization_id,
        ...(session.sign_in ? { 'x-csrf-token': session.sign_in.csrf_token } : key ? { 'x-api-key': key } : {}),
      });
      setAnswer(count === undefined ? t('channels:agents.testBad') : t('channels:agents.testGood', { count }));
    });
  };
  const set = async (may: boolean): Promise<void> => {
    const path = { organization_id: session.organization_id };
    await api.call.updateOrganization({ path, body: { agents_may_connect: may } });
    agents.reload();
    await switchOrganization(session.organization_id);
  };
  const allow = async (): Promise<void> => {
    if (await switching.run(() => set(true))) notify(t('channels:agents.wasOn'));
  };
  return (
    <ChannelCard
      title={t('channels:agents.title')}
      help={t('channels:agents.help')}
      connected={agents.data && agents.data.length > 0}
    >
      <CopyBox label={t('channels:agents.address')} value={addressOf(origin)} help={t('channels:agents.addressHelp')} />
      <CopyBox label={t('channels:agents.command')} value={commandOf(origin)} />
      <details>
        <summary>{t('channels:agents.config')}</summary>
        <CopyBox label={t('channels:agents.config')} value={configOf(origin)} rows={8} />
        <CopyBox
          label={t('channels:agents.stdio')}
          value={stdioOf(origin)}
          rows={12}
          help={t('channels:agents.stdioHelp')}
        />
      </details>
      <Check checked={mayConnect} onChange={(may) => (may ? void allow() : setOpen('off'))}>
        {t('channels:agents.mayConnect')}
      </Check>
      {switching.failure !== undefined && <Notice kind="error">{wordsOf(switching.failure)}</Notice>}
      <p class="row-actions">
        <Button busy={testing.busy} onClick={() => void test()}>
          {t('channels:test')}
        </Button>
        <Button onClick={() => setOpen('key')}>{t('channels:makeKey')}</Button>
        {agents.data !== undefined && agents.data.length > 0 && (
          <Button kind="quiet" onClick={() => setOpen('all')}>
            {t('channels:disconnectAll')}
          </Button>
        )}
      </p>
      <p role="status">{answer}</p>
      {testing.failure !== undefined && <Notice kind="error">{wordsOf(testing.failure)}</Notice>}
      <ConnectedAgents agents={agents} withPeople />
      {open === 'key' && (
        <ChannelKey
          prefix="Agent"
          help={t('channels:agents.keyHelp')}
          scopes={['Insights: ask', 'Knowledge: read', 'Questionnaires: read']}
          more={['Questionnaires: write']}
          moreWords={t('channels:agents.keyWrite')}
          shown={t('channels:agents.keyShown')}
          onDone={() => undefined}
          onClose={close}
        />
      )}
      {open === 'all' && (
        <Confirm
          title={t('channels:agents.allTitle')}
          action={t('channels:disconnectAll')}
          danger
          work={() => api.call.disconnectAllAgents()}
          said={t('channels:agents.allDone')}
          onDone={agents.reload}
          onClose={close}
        >
          <p>{t('channels:agents.allHelp')}</p>
        </Confirm>
      )}
      {open === 'off' && (
        <Confirm
          title={t('channels:agents.offTitle')}
          action={t('channels:agents.off')}
          danger
          work={() => set(false)}
          said={t('channels:agents.wasOff')}
          onClose={close}
        >
          <p>{t('channels:agents.offHelp')}</p>
        </Confirm>
      )}
    </ChannelCard>
  );
}
