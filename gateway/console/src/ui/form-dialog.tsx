import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { Task } from './use-task.js';
import { wordsOf } from '../api/words.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { submitting } from './field.js';
import { Notice } from './states.js';
import { t } from '../words/words.js';

interface Props {
  title: string;
  /** On its button: "Save". */
  action: string;
  /** What runs when it is sent; its failure is shown. */
  task: Pick<Task, 'busy' | 'failure'>;
  /** The failure stands beside its field already. */
  told?: boolean;
  /** Whether it may be sent; default true. */
  ready?: boolean;
  /** How its fields are laid out: below each other, or in two columns. */
  layout?: 'section' | 'fields';
  /** Before the form. */
  head?: ComponentChildren;
  /** After it. */
  foot?: ComponentChildren;
  onSubmit(): void;
  onClose(): void;
  /** The fields. */
  children: ComponentChildren;
}

/** A dialog that is a form: Enter sends it, Cancel leaves everything as it was. */
export function FormDialog(props: Props) {
  const { title, action, task, told = false, ready = true, layout = 'section', head, foot, children } = props;
  const form = useId();
  return (
    <Dialog
      title={title}
      onClose={props.onClose}
      actions={
        <>
          <Button onClick={props.onClose}>{t('ui:cancel')}</Button>
          <Button kind="primary" type="submit" form={form} disabled={!ready} busy={task.busy}>
            {action}
          </Button>
        </>
      }
    >
      {head}
      <form id={form} class={layout} onSubmit={submitting(props.onSubmit)}>
        {children}
      </form>
      {foot}
      {task.failure !== undefined && !told && <Notice kind="error">{wordsOf(task.failure)}</Notice>}
    </Dialog>
  );
}
