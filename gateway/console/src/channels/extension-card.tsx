import { useState } from 'preact/hooks';
import type { ApiKey } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useTask } from '../ui/use-task.js';
import { wordsOf } from '../api/words.js';
import { useApp } from '../core/context.js';
import { useDirectory } from '../core/directory.js';
import { isAlive } from '../core/live-keys.js';
import { Button } from '../ui/button.js';
import { Confirm } from '../ui/confirm.js';
import { Content } from '../ui/content.js';
import { Icon } from '../ui/icon.js';
import { Notice } from '../ui/states.js';
import { Table, type Column } from '../ui/table.js';
import { When } from '../ui/when.js';
import { t } from '../words/words.js';
import { ChannelCard } from './channel-card.js';
import { ChannelKey } from './channel-key.js';
import { CopyBox } from './copy-box.js';

const CHROME = '/extension/candor-extension-chrome.zip';
const FIREFOX = '/extension/candor-extension-firefox.zip';
const KEY_PREFIX = 'Browser extension';
const MOST_KEYS = 1000;

/** The browser extension: downloaded, tested, and taken away from whoever has it. */
export function ExtensionCard() {
  const { api } = useApp();
  const { users } = useDirectory();
  const [open, setOpen] = useState<'key' | ApiKey>();
  const [answer, setAnswer] = useState('');
  const testing = useTask();
  const keys = useLoad(async (signal) => {
    const { api_keys: all } = await api.call.listApiKeys({ query: { limit: MOST_KEYS, offset: 0 }, signal });
    return all.filter((key) => isAlive(key) && isOfExtension(key));
  }, []);
  const test = async (): Promise<void> => {
    setAnswer('');
    await testing.run(async () => {
      const answers = await Promise.all([fetch(CHROME, { method: 'HEAD' }), fetch('/healthz')]);
      setAnswer(answers.every(({ ok }) => ok) ? t('channels:extension.testGood') : t('channels:extension.testBad'));
    });
  };
  const columns: readonly Column<ApiKey>[] = [
    {
      title: t('channels:person'),
      heading: true,
      cell: ({ name, owner_id: owner }) => users.find(({ id }) => id === owner)?.name ?? name,
    },
    { title: t('channels:since'), cell: ({ created_at: at }) => <When time={at} /> },
    {
      title: t('settings:actions'),
      cell: (key) => (
        <Button onClick={() => setOpen(key)}>
          {t('channels:disconnect')}
          <span class="hidden"> {key.name}</span>
        </Button>
      ),
    },
  ];
  return (
    <ChannelCard
      title={t('channels:extension.title')}
      help={t('channels:extension.help')}
      connected={keys.data && keys.data.length > 0}
    >
      <p class="row-actions">
        <a class="button secondary" href={CHROME} download>
          <Icon name="download" />
          {t('channels:extension.chrome')}
        </a>
        <a class="button secondary" href={FIREFOX} download>
          <Icon name="download" />
          {t('channels:extension.firefox')}
        </a>
      </p>
      <ol class="channel-steps">
        {(['stepUnpack', 'stepLoad', 'stepConnect'] as const).map((step) => (
          <li key={step}>{t(`channels:extension.${step}`)}</li>
        ))}
      </ol>
      <CopyBox label={t('channels:extension.address')} value={window.location.origin} />
      <p class="row-actions">
        <Button busy={testing.busy} onClick={() => void test()}>
          {t('channels:test')}
        </Button>
        <Button onClick={() => setOpen('key')}>{t('channels:makeKey')}</Button>
      </p>
      <p role="status">{answer}</p>
      {testing.failure !== undefined && <Notice kind="error">{wordsOf(testing.failure)}</Notice>}
      <Content of={keys} what={t('channels:extension.what')}>
        {(all) =>
          all.length === 0 ? (
            <p class="muted">{t('channels:extension.none')}</p>
          ) : (
            <Table caption={t('channels:extension.caption')} columns={columns} rows={all} keyOf={({ id }) => id} />
          )
        }
      </Content>
      {open === 'key' && (
        <ChannelKey
          prefix={KEY_PREFIX}
          help={t('channels:extension.keyHelp')}
          scopes={['Insights: ask']}
          more={['Questionnaires: write']}
          moreWords={t('channels:extension.keyForms')}
          shown={t('channels:extension.keyShown')}
          onDone={keys.reload}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open !== undefined && open !== 'key' && (
        <Confirm
          title={t('channels:extension.disconnectTitle', { name: open.name })}
          action={t('channels:disconnect')}
          danger
          work={() => api.call.revokeApiKey({ path: { api_key_id: open.id } })}
          said={t('channels:extension.disconnected', { name: open.name })}
          onDone={keys.reload}
          onClose={() => setOpen(undefined)}
        >
          <p>{t('channels:extension.disconnectHelp')}</p>
        </Confirm>
      )}
    </ChannelCard>
  );
}

/** Made by the extension itself, or here by hand. */
const isOfExtension = ({ made_for: madeFor, name }: ApiKey): boolean =>
  madeFor === 'browser_extension' || name.startsWith(`${KEY_PREFIX}:`);
