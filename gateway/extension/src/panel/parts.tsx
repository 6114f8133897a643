import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../words/words.js';
import type { Band, Citation } from './api.js';

interface ButtonProps {
  children: ComponentChildren;
  onClick?: () => void;
  kind?: 'primary' | 'plain' | 'quiet';
  type?: 'button' | 'submit';
  busy?: boolean;
  disabled?: boolean;
  title?: string | undefined;
  label?: string | undefined;
}

export function Button({ children, onClick, kind = 'plain', type = 'button', busy = false, ...rest }: ButtonProps) {
  const { disabled = false, title, label } = rest;
  return (
    <button
      class={`button ${kind}`}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy}
      title={title}
      aria-label={label}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

/** How sure the engine is, in words and in a colour. */
export function BandBadge({ band }: { band: Band | null }) {
  return <span class={`band ${band ?? 'NONE'}`}>{t(band ?? 'NONE')}</span>;
}

/** What an answer stands on; quotes are text, whatever stands in them. */
export function Sources({ citations }: { citations: Citation[] }) {
  if (citations.length === 0) return null;
  return (
    <details class="sources">
      <summary>{`${t('sources')} (${citations.length})`}</summary>
      <ul>
        {citations.map(({ title, locator, quote }) => (
          <li key={`${title}${locator}${quote}`}>
            <strong>{title}</strong>
            {locator !== '' && <span class="muted">{` · ${locator}`}</span>}
            {quote !== '' && <blockquote>{quote}</blockquote>}
          </li>
        ))}
      </ul>
    </details>
  );
}

export function CopyButton({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return <Button onClick={copy}>{t(isCopied ? 'copied' : 'copy')}</Button>;
}

/** Something that went wrong, or is to be known; read out at once. */
export function Notice({ message, retry }: { message: string; retry?: (() => void) | undefined }) {
  if (message === '') return null;
  return (
    <div class="notice" role="alert">
      <p>{message}</p>
      {retry && <Button onClick={retry}>{t('tryAgain')}</Button>}
    </div>
  );
}
