import { createStore, useStore } from '../state/store.js';
import { Button } from './button.js';
import { Icon } from './icon.js';
import { t } from '../words/words.js';

interface Toast {
  id: number;
  message: string;
  kind: 'done' | 'error';
}

const SHOWN_MS = 6000;
const MOST = 4;
const toasts = createStore<Toast[]>([]);
let count = 0;

const dismiss = (id: number): void => toasts.set(toasts.get().filter((toast) => toast.id !== id));

/** Says something in the corner. Errors stay until they are dismissed. */
export function notify(message: string, kind: Toast['kind'] = 'done'): void {
  const id = ++count;
  toasts.set([...toasts.get().filter((toast) => toast.message !== message), { id, message, kind }].slice(-MOST));
  if (kind === 'done') setTimeout(() => dismiss(id), SHOWN_MS);
}

export function Toasts() {
  const shown = useStore(toasts);
  return (
    <div class="toasts">
      <div role="status">{shown.filter(({ kind }) => kind === 'done').map(draw)}</div>
      <div role="alert">{shown.filter(({ kind }) => kind === 'error').map(draw)}</div>
    </div>
  );
}

const draw = ({ id, message, kind }: Toast) => (
  <div key={id} class={`toast ${kind}`}>
    <Icon name={kind === 'done' ? 'check' : 'warning'} />
    <p>{message}</p>
    <Button kind="quiet" label={t('ui:dismiss')} onClick={() => dismiss(id)}>
      <Icon name="close" />
    </Button>
  </div>
);
