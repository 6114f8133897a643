import { useState } from 'preact/hooks';
import type { Webhook } from '../api/types.js';
import { useTask } from '../ui/use-task.js';
import { fieldWords } from '../api/words.js';
import { useApp } from '../core/context.js';
import { Check, Choices } from '../ui/choices.js';
import { Confirm } from '../ui/confirm.js';
import { TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { notify } from '../ui/toast.js';
import { EVENTS, type EventType } from './webhook-words.js';
import { t } from '../words/words.js';

interface Props {
  /** Undefined: a new one. */
  webhook: Webhook | undefined;
  onClose(): void;
  /** Of a new one, with its secret, which is known this once. */
  onCreated?(secret: string): void;
  onSaved(webhook: Webhook): void;
}

export function WebhookDialog({ webhook, onClose, onCreated, onSaved }: Props) {
  const { api } = useApp();
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [narrow, setNarrow] = useState((webhook?.events.length ?? 0) > 0);
  const [events, setEvents] = useState<readonly EventType[]>(webhook?.events ?? []);
  const task = useTask();
  const save = async (): Promise<void> => {
    const body = { url, description, events: narrow ? [...events] : [] };
    const done = await task.run(async () => {
      if (webhook) {
        onSaved(await api.call.updateWebhook({ path: { webhook_id: webhook.id }, body }));
        return;
      }
      const { secret } = await api.call.createWebhook({ body });
      onCreated?.(secret);
    });
    if (!done) return;
    if (webhook) notify(t('settings:saved'));
    onClose();
  };
  const wrong = fieldWords(task.failure, 'url');
  return (
    <FormDialog
      title={webhook ? t('settings:webhook.editTitle') : t('settings:webhook.new')}
      action={webhook ? t('settings:save') : t('settings:create')}
      task={task}
      told={wrong !== undefined}
      ready={!narrow || events.length > 0}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TextField
        label={t('settings:webhook.address')}
        type="url"
        help={t('settings:webhook.addressHelp')}
        placeholder="https://"
        required
        value={url}
        error={wrong}
        onInput={setUrl}
      />
      <TextField
        label={t('settings:webhook.description')}
        value={description}
        error={fieldWords(task.failure, 'description')}
        onInput={setDescription}
      />
      <Check checked={!narrow} onChange={(everything) => setNarrow(!everything)}>
        {t('settings:webhook.everything')}
      </Check>
      {narrow && (
        <Choices
          legend={t('settings:webhook.events')}
          items={EVENTS.map(([type, words]) => ({
            id: type,
            name: eventName(type, t(`settings:webhook.event.${words}`)),
          }))}
          chosen={events}
          onChange={setEvents}
        />
      )}
    </FormDialog>
  );
}

const eventName = (type: EventType, words: string) => (
  <span>
    {words} <span class="muted small mono">{type}</span>
  </span>
);

interface ConfirmProps {
  webhook: Webhook;
  onClose(): void;
}

export function DeleteWebhook({ webhook, onClose, onDeleted }: ConfirmProps & { onDeleted(): void }) {
  const { api } = useApp();
  return (
    <Confirm
      title={t('settings:webhook.deleteTitle')}
      action={t('settings:delete')}
      danger
      work={() => api.call.deleteWebhook({ path: { webhook_id: webhook.id } })}
      said={t('settings:webhook.deleted')}
      onDone={onDeleted}
      onClose={onClose}
    >
      <p class="text">{t('settings:webhook.deleteHelp', { url: webhook.url })}</p>
    </Confirm>
  );
}

export function RotateSecret({ webhook, onClose, onIssued }: ConfirmProps & { onIssued(secret: string): void }) {
  const { api } = useApp();
  return (
    <Confirm
      title={t('settings:webhook.rotateTitle')}
      action={t('settings:newSecret')}
      work={() => api.call.rotateWebhookSecret({ path: { webhook_id: webhook.id } })}
      onDone={({ secret }) => onIssued(secret)}
      onClose={onClose}
    >
      <p>{t('settings:webhook.rotateHelp')}</p>
    </Confirm>
  );
}
