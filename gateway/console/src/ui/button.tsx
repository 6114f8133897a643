import type { ComponentChildren, Ref } from 'preact';

interface Props {
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger';
  type?: 'button' | 'submit';
  /** For those who do not see the icon that is all of it; also its tooltip. */
  label?: string | undefined;
  /** Waits for what it started. */
  busy?: boolean;
  disabled?: boolean;
  expanded?: boolean;
  /** Id of the menu that it opens. */
  popup?: string;
  pressed?: boolean;
  class?: string;
  title?: string | undefined;
  form?: string;
  innerRef?: Ref<HTMLButtonElement>;
  onClick?(event: MouseEvent): void;
  children: ComponentChildren;
}

export function Button(props: Props) {
  const { kind = 'secondary', type = 'button', label, busy = false, disabled = false, innerRef } = props;
  return (
    <button
      type={type}
      class={`button ${kind}${props.class === undefined ? '' : ` ${props.class}`}`}
      aria-label={label}
      title={props.title ?? label}
      aria-busy={busy ? 'true' : undefined}
      aria-expanded={props.expanded}
      aria-haspopup={props.popup === undefined ? undefined : 'menu'}
      aria-controls={props.expanded === true ? props.popup : undefined}
      aria-pressed={props.pressed}
      disabled={disabled || busy}
      form={props.form}
      ref={innerRef ?? null}
      onClick={props.onClick}
    >
      {props.children}
    </button>
  );
}
