import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from './button.js';
import { Icon } from './icon.js';
import { t } from '../words/words.js';

interface Props {
  title: string;
  /** By Escape, the cross, or a click beside it. */
  onClose(): void;
  /** Buttons at its foot. */
  actions?: ComponentChildren;
  wide?: boolean;
  /** Narrow, beside the navigation: a popover. */
  beside?: boolean;
  /** Closed by its buttons only, because what it shows would be lost. */
  firm?: boolean;
  /** Holds nothing to focus but may be long: it is scrolled by keys. */
  plain?: boolean;
  children: ComponentChildren;
}

/** A modal dialog, shown as long as it is there. The browser keeps the focus in it and gives it back. */
export function Dialog({
  title,
  onClose,
  actions,
  wide = false,
  beside = false,
  firm = false,
  plain = false,
  children,
}: Props) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // Before anything else runs: a key that is pressed meanwhile belongs to the dialog, not to the page behind it.
  useLayoutEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    dialog?.showModal();
    // Left alone, the browser chooses the cross in the corner.
    dialog?.querySelector<HTMLElement>('.dialog-content :is(input, textarea, select):not([disabled])')?.focus();
    return () => {
      dialog?.close();
      // It goes from the document before the browser could give the focus back.
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={wide ? 'wide' : beside ? 'beside' : ''}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        if (!firm) onClose();
      }}
      onClick={(event) => {
        if (event.target === element.current && !firm) onClose();
      }}
    >
      <div class="dialog-body">
        <header>
          <h2 id={heading}>{title}</h2>
          {!firm && (
            <Button kind="quiet" label={t('ui:close')} onClick={onClose}>
              <Icon name="close" />
            </Button>
          )}
        </header>
        <div class="dialog-content" tabIndex={plain ? 0 : undefined}>
          {children}
        </div>
        {actions !== undefined && <footer>{actions}</footer>}
      </div>
    </dialog>
  );
}
