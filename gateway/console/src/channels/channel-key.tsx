import { useState } from 'preact/hooks';
import { useTask } from '../ui/use-task.js';
import { fieldWords } from '../api/words.js';
import { useApp } from '../core/context.js';
import type { Scope } from '../core/session.js';
import { Check } from '../ui/choices.js';
import { TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { SecretDialog } from '../ui/secret.js';
import { t } from '../words/words.js';

interface Props {
  /** Before the name of each key. */
  prefix: string;
  help: string;
  /** What every such key may do, and what it may when the box is ticked. */
  scopes: readonly Scope[];
  more: readonly Scope[];
  moreWords: string;
  /** What to do with the key. */
  shown: string;
  onDone(): void;
  onClose(): void;
}

/** Makes a key for a channel, as narrow as its task, and shows it once. */
export function ChannelKey({ prefix, help, scopes, more, moreWords, shown, onDone, onClose }: Props) {
  const { api } = useApp();
  const [name, setName] = useState('');
  const [writes, setWrites] = useState(false);
  const [key, setKey] = useState<string>();
  const task = useTask();
  const issue = (): Promise<boolean> =>
    task.run(async () => {
      const role = writes ? ('MEMBER' as const) : ('VIEWER' as const);
      const body = { name: `${prefix}: ${name.trim()}`, role, scopes: [...scopes, ...(writes ? more : [])] };
      const issued = await api.call.issueApiKey({ body });
      setKey(issued.key);
      onDone();
    });
  if (key !== undefined)
    return (
      <SecretDialog
        title={t('channels:keyMade')}
        label={t('channels:keyLabel')}
        value={key}
        help={shown}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      title={t('channels:makeKey')}
      action={t('channels:makeKey')}
      task={task}
      onSubmit={() => void issue()}
      onClose={onClose}
    >
      <p class="muted">{help}</p>
      <TextField
        label={t('channels:keyName')}
        required
        value={name}
        error={fieldWords(task.failure, 'name')}
        onInput={setName}
      />
      <Check checked={writes} onChange={setWrites}>
        {moreWords}
      </Check>
    </FormDialog>
  );
}
