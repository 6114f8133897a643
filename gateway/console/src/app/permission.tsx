import type { ComponentChildren } from 'preact';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { PageFrame } from '../ui/page.js';
import { Empty } from '../ui/states.js';
import { useApp } from './context.js';
import type { Role, Scope } from './session.js';

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  ADMIN: 'Administrator',
  MEMBER: 'Member',
  VIEWER: 'Reader',
};

/** Why the key may not do what needs this role and scope, for people; undefined: it may. */
export function useRefusal(role: Role, scope?: Scope): string | undefined {
  const { session, may } = useApp();
  if (may(role, scope)) return undefined;
  if (!may(role)) {
    const wanted = role === 'ADMIN' ? 'an administrator’s key' : 'the key of a member or administrator';
    return `This needs ${wanted}; yours is a ${ROLE_NAMES[session.role].toLowerCase()}’s.`;
  }
  return `This needs a key with the scope “${scope ?? ''}”; yours does not have it.`;
}

/** A page whose reading the key may not do: says why and what would help, instead of failing. */
export function Forbidden({ title, reason }: { title: string; reason: string }) {
  return (
    <PageFrame title={title}>
      <Empty title="Your key may not open this" icon="warning">
        <p>{reason} Ask your administrator for one, and enter it after “Forget key”.</p>
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
      You can read this, not change it. {refusal}
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
