import { useState } from 'preact/hooks';
import type { Webhook } from '../api/types.js';
import { useTask } from '../api/use-task.js';
import { fieldWords, wordsOf } from '../api/words.js';
import { useApp } from '../app/context.js';
import { Button } from '../ui/button.js';
import { Confirm, Dialog } from '../ui/dialog.js';
import { submitting, TextField } from '../ui/field.js';
import { Notice } from '../ui/states.js';
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
  const toggle = (type: EventType): void =>
    setEvents(events.includes(type) ? events.filter((one) => one !== type) : [...events, type]);
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
    <Dialog
      title={webhook ? 'Edit the webhook' : 'New webhook'}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="webhook" disabled={narrow && events.length === 0} busy={task.busy}>
            {webhook ? 'Save' : 'Create'}
          </Button>
        </>
      }
    >
      <form id="webhook" class="section" onSubmit={submitting(() => void save())}>
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
        <label class="check">
          <input
            type="checkbox"
            checked={!narrow}
            onChange={({ currentTarget }) => setNarrow(!currentTarget.checked)}
          />
          Everything that happens, new kinds of events too
        </label>
        {narrow && (
          <fieldset class="choices">
            <legend>Events</legend>
            {EVENTS.map(([type, words]) => (
              <label key={type} class="check">
                <input type="checkbox" checked={events.includes(type)} onChange={() => toggle(type)} />
                <span>
                  {words} <span class="muted small mono">{type}</span>
                </span>
              </label>
            ))}
          </fieldset>
        )}
      </form>
      {task.failure !== undefined && wrong === undefined && <Notice kind="error">{wordsOf(task.failure)}</Notice>}
    </Dialog>
  );
}

interface ConfirmProps {
  webhook: Webhook;
  onClose(): void;
}

export function DeleteWebhook({ webhook, onClose, onDeleted }: ConfirmProps & { onDeleted(): void }) {
  const { api } = useApp();
  const task = useTask();
  const remove = async (): Promise<void> => {
    if (!(await task.run(() => api.call.deleteWebhook({ path: { webhook_id: webhook.id } })))) return;
    notify('The webhook is deleted.');
    onDeleted();
  };
  return (
    <Confirm
      title="Delete this webhook?"
      action="Delete"
      danger
      busy={task.busy}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>
        {webhook.url} gets no more messages, and the log of what was sent is deleted with it. To keep both, switch it
        off.
      </p>
      {task.failure !== undefined && <Notice kind="error">{wordsOf(task.failure)}</Notice>}
    </Confirm>
  );
}

export function RotateSecret({ webhook, onClose, onIssued }: ConfirmProps & { onIssued(secret: string): void }) {
  const { api } = useApp();
  const task = useTask();
  const rotate = async (): Promise<void> => {
    let secret = '';
    const done = await task.run(async () => {
      ({ secret } = await api.call.rotateWebhookSecret({ path: { webhook_id: webhook.id } }));
    });
    if (!done) return;
    onClose();
    onIssued(secret);
  };
  return (
    <Confirm
      title="Make a new signing secret?"
      action="Make a new secret"
      busy={task.busy}
      onConfirm={() => void rotate()}
      onClose={onClose}
    >
      <p>For a day messages are signed with the old secret too: until then, give the new one to your endpoint.</p>
      {task.failure !== undefined && <Notice kind="error">{wordsOf(task.failure)}</Notice>}
    </Confirm>
  );
}
