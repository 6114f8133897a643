import { useState } from 'preact/hooks';
import type { SlackChannel } from '../api/types.js';
import { useTask } from '../ui/use-task.js';
import { fieldWords, wordsOf } from '../api/words.js';
import { useApp } from '../core/context.js';
import { useDirectory } from '../core/directory.js';
import { Button } from '../ui/button.js';
import { Check } from '../ui/choices.js';
import { SelectField, submitting, TextField } from '../ui/field.js';
import { Notice } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';

interface Props {
  channel: SlackChannel;
  onChanged(): void;
}

const FIELDS = ['signing_secret', 'bot_token', 'app_token', 'channel_ids', 'user_group_ids', 'expert.id'] as const;
const idsOf = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);

/** What Slack shows, and where the app answers whom. Secrets are written, never read. */
export function SlackForm({ channel, onChanged }: Props) {
  const { api } = useApp();
  const { users, groups } = useDirectory();
  const [signingSecret, setSigningSecret] = useState('');
  const [botToken, setBotToken] = useState('');
  const [appToken, setAppToken] = useState('');
  const [channelIds, setChannelIds] = useState(channel.channel_ids.join(', '));
  const [groupIds, setGroupIds] = useState(channel.user_group_ids.join(', '));
  const [guests, setGuests] = useState(channel.allow_guests);
  const [shared, setShared] = useState(channel.allow_shared_channels);
  const [expert, setExpert] = useState(channel.expert ? `${channel.expert.type}:${channel.expert.id}` : '');
  const saving = useTask();
  const save = async (): Promise<void> => {
    const [type, id = ''] = expert.split(':');
    const body = {
      signing_secret: signingSecret.trim() || null,
      bot_token: botToken.trim() || null,
      app_token: appToken.trim() || null,
      channel_ids: idsOf(channelIds),
      user_group_ids: idsOf(groupIds),
      allow_guests: guests,
      allow_shared_channels: shared,
      expert: expert === '' ? null : { id, type: type === 'GROUP' ? ('GROUP' as const) : ('USER' as const) },
    };
    if (!(await saving.run(() => api.call.setSlackChannel({ body })))) return;
    notify(t('channels:slack.saved'));
    onChanged();
  };
  const wrong = (field: string): string | undefined => fieldWords(saving.failure, field);
  const told = FIELDS.some((field) => wrong(field) !== undefined);
  const secret = (kept: boolean, help: string): string => (kept ? t('channels:slack.kept') : help);
  const experts = [
    ['', t('channels:slack.nobody')],
    ...users.map(({ id, name }) => [`USER:${id}`, name] as const),
    ...groups.map(({ id, name }) => [`GROUP:${id}`, name] as const),
  ] as const;
  return (
    <details open={!channel.connected}>
      <summary>{t('channels:slack.secretsTitle')}</summary>
      <form class="section" onSubmit={submitting(() => void save())}>
        <TextField
          label={t('channels:slack.signingSecret')}
          help={secret(channel.has_signing_secret, t('channels:slack.signingSecretHelp'))}
          type="password"
          autocomplete="off"
          value={signingSecret}
          error={wrong('signing_secret')}
          onInput={setSigningSecret}
        />
        <TextField
          label={t('channels:slack.botToken')}
          help={secret(channel.has_bot_token, t('channels:slack.botTokenHelp'))}
          type="password"
          autocomplete="off"
          required={!channel.has_bot_token}
          value={botToken}
          error={wrong('bot_token')}
          onInput={setBotToken}
        />
        <TextField
          label={t('channels:slack.appToken')}
          help={secret(channel.has_app_token, t('channels:slack.appTokenHelp'))}
          type="password"
          autocomplete="off"
          value={appToken}
          error={wrong('app_token')}
          onInput={setAppToken}
        />
        <TextField
          label={t('channels:slack.channelIds')}
          help={t('channels:slack.channelIdsHelp')}
          value={channelIds}
          error={wrong('channel_ids')}
          onInput={setChannelIds}
        />
        <TextField
          label={t('channels:slack.groupIds')}
          help={t('channels:slack.groupIdsHelp')}
          value={groupIds}
          error={wrong('user_group_ids')}
          onInput={setGroupIds}
        />
        <Check checked={guests} onChange={setGuests}>
          {t('channels:slack.guests')}
        </Check>
        <Check checked={shared} onChange={setShared}>
          {t('channels:slack.sharedChannels')}
        </Check>
        <SelectField label={t('channels:slack.expert')} value={expert} options={experts} onChange={setExpert} />
        {saving.failure !== undefined && !told && <Notice kind="error">{wordsOf(saving.failure)}</Notice>}
        <p>
          <Button kind="primary" type="submit" busy={saving.busy}>
            {channel.connected ? t('channels:slack.save') : t('channels:slack.connect')}
          </Button>
        </p>
      </form>
    </details>
  );
}
