import { useState } from 'preact/hooks';
import type { Webhook } from '../api/types.js';
import { useTask } from '../api/use-task.js';
import { fieldWords } from '../api/words.js';
import { useApp } from '../app/context.js';
import { Check, Choices } from '../ui/choices.js';
import { Confirm } from '../ui/confirm.js';
import { TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { notify } from '../ui/toast.js';
import { EVENTS, type EventType } from './webhook-words.js';

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
    if (webhook) notify('Saved.');
    onClose();
  };
  const wrong = fieldWords(task.failure, 'url');
  return (
    <FormDialog
      title={webhook ? 'Edit the webhook' : 'New webhook'}
      action={webhook ? 'Save' : 'Create'}
      task={task}
      told={wrong !== undefined}
      ready={!narrow || events.length > 0}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TextField
        label="Address"
        type="url"
        help="Messages are posted to it; it must be reachable from the internet"
        placeholder="https://"
        required
        value={url}
        error={wrong}
        onInput={setUrl}
      />
      <TextField
        label="Description (optional)"
        value={description}
        error={fieldWords(task.failure, 'description')}
        onInput={setDescription}
      />
      <Check checked={!narrow} onChange={(everything) => setNarrow(!everything)}>
        Everything that happens, new kinds of events too
      </Check>
      {narrow && (
        <Choices
          legend="Events"
          items={EVENTS.map(([type, words]) => ({ id: type, name: eventName(type, words) }))}
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
      title="Delete this webhook?"
      action="Delete"
      danger
      work={() => api.call.deleteWebhook({ path: { webhook_id: webhook.id } })}
      said="The webhook is deleted."
      onDone={onDeleted}
      onClose={onClose}
    >
      <p>
        {webhook.url} gets no more messages, and the log of what was sent is deleted with it. To keep both, switch it
        off.
      </p>
    </Confirm>
  );
}

export function RotateSecret({ webhook, onClose, onIssued }: ConfirmProps & { onIssued(secret: string): void }) {
  const { api } = useApp();
  return (
    <Confirm
      title="Make a new signing secret?"
      action="Make a new secret"
      work={() => api.call.rotateWebhookSecret({ path: { webhook_id: webhook.id } })}
      onDone={({ secret }) => onIssued(secret)}
      onClose={onClose}
    >
      <p>For a day messages are signed with the old secret too: until then, give the new one to your endpoint.</p>
    </Confirm>
  );
}
