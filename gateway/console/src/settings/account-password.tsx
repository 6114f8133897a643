import { useState } from 'preact/hooks';
import { useTask } from '../ui/use-task.js';
import { fieldWords } from '../api/words.js';
import { useApp } from '../core/context.js';
import { signInWords } from '../core/sign-in-words.js';
import { Button } from '../ui/button.js';
import { submitting, TextField } from '../ui/field.js';
import { Notice } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';

/** Sets one's own password, or another one. */
export function PasswordForm() {
  const { api, refresh, session } = useApp();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const task = useTask();
  const wrong = fieldWords(task.failure, 'new_password');
  const save = (): void => {
    const body = { new_password: next, ...(current === '' ? {} : { current_password: current }) };
    void task.run(async () => {
      await api.call.setPassword({ body });
      setCurrent('');
      setNext('');
      notify(t('account:saved'));
      await refresh();
    });
  };
  return (
    <section class="section">
      <h2>{t('account:password')}</h2>
      <form class="fields" onSubmit={submitting(save)}>
        <input type="hidden" autocomplete="username" value={session.user?.email ?? ''} />
        <TextField
          label={t('account:currentPassword')}
          type="password"
          autocomplete="current-password"
          value={current}
          onInput={setCurrent}
          help={t('account:currentHelp')}
        />
        <TextField
          label={t('account:newPassword')}
          type="password"
          autocomplete="new-password"
          required
          value={next}
          onInput={setNext}
          help={t('account:newHelp')}
          error={wrong}
        />
        {task.failure !== undefined && wrong === undefined && <Notice kind="error">{signInWords(task.failure)}</Notice>}
        <div>
          <Button kind="primary" type="submit" busy={task.busy}>
            {t('account:save')}
          </Button>
        </div>
      </form>
    </section>
  );
}
