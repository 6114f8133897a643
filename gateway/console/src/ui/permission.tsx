import type { ComponentChildren } from 'preact';
import { Button } from './button.js';
import { Icon } from './icon.js';
import { PageFrame } from './page.js';
import { Empty } from './states.js';
import { t } from '../words/words.js';

/** A page whose reading the key may not do: says why and what would help, instead of failing. */
export function Forbidden({ title, reason }: { title: string; reason: string }) {
  return (
    <PageFrame title={title}>
      <Empty title={t('mayNotOpen')} icon="warning">
        <p>
          {reason} {t('askForKey')}
        </p>
      </Empty>
    </PageFrame>
  );
}

/** Says once, at the head of a page, why its buttons are disabled: their tooltips do not reach everybody. */
export function ReadOnlyNote({ refusal }: { refusal: string | undefined }) {
  if (refusal === undefined) return null;
  return (
    <p class="read-only muted small">
      <Icon name="clock" />
      {t('readOnly')} {refusal}
    </p>
  );
}

interface Props {
  /** From `useRefusal`. */
  refusal: string | undefined;
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger';
  label?: string;
  busy?: boolean;
  disabled?: boolean;
  onClick(): void;
  children: ComponentChildren;
}

/** A button that stays, disabled and with the reason, for those whose key may not do it. */
export function GuardedButton({ refusal, disabled = false, ...button }: Props) {
  return (
    <Button {...button} disabled={disabled || refusal !== undefined} title={refusal ?? button.label}>
      {button.children}
    </Button>
  );
}
