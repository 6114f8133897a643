import type { ComponentChildren } from 'preact';
import { Button } from './button.js';
import { Icon, type IconName } from './icon.js';
import { t } from '../words/words.js';

/** While something is on its way. */
export function Loading({ what }: { what: string }) {
  return (
    <div class="state loading" role="status">
      <span class="spinner" aria-hidden="true" />
      <span>{t('ui:loading', { what })}</span>
    </div>
  );
}

interface EmptyProps {
  title: string;
  icon?: IconName;
  children?: ComponentChildren;
}

/** There is nothing yet, or nothing that matches: says what to do. */
export function Empty({ title, icon = 'sheet', children }: EmptyProps) {
  return (
    <div class="state empty">
      <span class="state-icon" aria-hidden="true">
        <Icon name={icon} />
      </span>
      <h2>{title}</h2>
      {children}
    </div>
  );
}

interface FailureProps {
  /** In words for people. */
  message: string;
  retry?: () => void;
}

/** Something could not be shown. */
export function Failure({ message, retry }: FailureProps) {
  return (
    <div class="state failure" role="alert">
      <span class="state-icon" aria-hidden="true">
        <Icon name="warning" />
      </span>
      <p>{message}</p>
      {retry && <Button onClick={retry}>{t('ui:tryAgain')}</Button>}
    </div>
  );
}

/** A remark above a page or within it. */
export function Notice({ kind, children }: { kind: 'info' | 'warning' | 'error'; children: ComponentChildren }) {
  return (
    <div class={`notice ${kind}`} role={kind === 'error' ? 'alert' : undefined}>
      <Icon name={kind === 'info' ? 'clock' : 'warning'} />
      <div>{children}</div>
    </div>
  );
}
