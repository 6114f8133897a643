import type { ComponentChildren } from 'preact';
import { useTask } from './use-task.js';
import { wordsOf } from '../api/words.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { Notice } from './states.js';
import { notify } from './toast.js';
import { t } from '../words/words.js';

interface Props<T> {
  title: string;
  /** On its button: "Delete". */
  action: string;
  danger?: boolean;
  /** Whether what it asks for (a tick, a name) is there; default true. */
  ready?: boolean;
  /** What is done when it is confirmed. When it fails, the dialog stays and says why. */
  work(): Promise<T>;
  /** What is said in the corner when it is done; undefined: nothing. */
  said?: string | undefined;
  /** After the dialog has closed. */
  onDone?(result: T): void;
  onClose(): void;
  children: ComponentChildren;
}

/** Asks before something that cannot be taken back, and does it. */
export function Confirm<T>(props: Props<T>) {
  const { title, action, danger = false, ready = true, work, said, onDone, onClose, children } = props;
  const task = useTask();
  const confirm = (): Promise<boolean> =>
    task.run(async () => {
      const result = await work();
      if (said !== undefined) notify(said);
      onClose();
      onDone?.(result);
    });
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('ui:cancel')}</Button>
          <Button
            kind={danger ? 'danger' : 'primary'}
            busy={task.busy}
            disabled={!ready}
            onClick={() => void confirm()}
          >
            {action}
          </Button>
        </>
      }
    >
      {children}
      {task.failure !== undefined && <Notice kind="error">{wordsOf(task.failure)}</Notice>}
    </Dialog>
  );
}
