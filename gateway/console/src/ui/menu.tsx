import type { ComponentChildren, Ref } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Button } from './button.js';

export interface MenuItem<Id extends string> {
  id: Id;
  words: string;
}

interface Props<Id extends string> {
  /** What the menu is, for those who only hear it. */
  label: string;
  items: readonly MenuItem<Id>[];
  /** The key that opens it. */
  title?: string;
  busy?: boolean;
  innerRef?: Ref<HTMLButtonElement>;
  onChoose(id: Id): void;
  /** Of the button. */
  children: ComponentChildren;
}

/** A button with a list of things to do: arrows go through it, Enter chooses, Escape and a click elsewhere close it. */
export function Menu<Id extends string>({
  label,
  items,
  title,
  busy = false,
  innerRef,
  onChoose,
  children,
}: Props<Id>) {
  const [open, setOpen] = useState(false);
  const [atEnd, setAtEnd] = useState(false);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    if (!open) return;
    const shown = list.current;
    const most = box.current?.closest('.panel-body')?.getBoundingClientRect().right ?? window.innerWidth;
    if (shown && shown.getBoundingClientRect().right > most) setAtEnd(true);
    shown?.scrollIntoView({ block: 'nearest' });
    itemsOf(shown)[0]?.focus();
    const elsewhere = ({ target }: Event): void => {
      if (target instanceof Node && !box.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', elsewhere);
    document.addEventListener('focusin', elsewhere);
    return () => {
      document.removeEventListener('pointerdown', elsewhere);
      document.removeEventListener('focusin', elsewhere);
    };
  }, [open]);

  const close = (): void => {
    setOpen(false);
    box.current?.querySelector('button')?.focus();
  };
  const pressed = (event: KeyboardEvent): void => {
    if (!open || event.key === 'Enter' || event.key === ' ') return;
    if (event.key === 'Tab') {
      setOpen(false);
      return;
    }
    // Nothing that is pressed here is a key of the page.
    event.preventDefault();
    if (event.key === 'Escape') close();
    else focusOn(itemsOf(list.current), event.key);
  };
  return (
    <div ref={box} class="menu" onKeyDown={pressed}>
      <Button
        label={label}
        title={title ?? label}
        busy={busy}
        expanded={open}
        popup={id}
        {...(innerRef === undefined ? {} : { innerRef })}
        onClick={() => setOpen(!open)}
      >
        {children}
      </Button>
      {open && (
        <ul ref={list} id={id} role="menu" aria-label={label} class={atEnd ? 'at-end' : ''}>
          {items.map((item) => (
            <li key={item.id} role="none">
              <button
                type="button"
                role="menuitem"
                tabIndex={-1}
                onClick={() => {
                  close();
                  onChoose(item.id);
                }}
              >
                {item.words}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const itemsOf = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
];

/** To the next, the one before, the first, the last, or the next that begins with the letter. */
function focusOn(items: readonly HTMLElement[], key: string): void {
  const at = items.findIndex((item) => item === document.activeElement);
  const after = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  const found = {
    ArrowDown: after[0],
    ArrowUp: items.at(at <= 0 ? -1 : at - 1),
    Home: items[0],
    End: items.at(-1),
  }[key];
  const begins = (item: HTMLElement): boolean =>
    key.length === 1 && item.textContent.toLowerCase().startsWith(key.toLowerCase());
  (found ?? after.find(begins))?.focus();
}
