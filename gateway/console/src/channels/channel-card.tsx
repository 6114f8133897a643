import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Badge } from '../ui/badges.js';
import { t } from '../words/words.js';

interface Props {
  title: string;
  help: string;
  /** Undefined while it is not known. */
  connected: boolean | undefined;
  children: ComponentChildren;
}

/** One channel: what it is, whether it is connected, what can be done. */
export function ChannelCard({ title, help, connected, children }: Props) {
  const id = useId();
  return (
    <section class="card channel" aria-labelledby={id}>
      <header class="card-head">
        <h2 id={id}>{title}</h2>
        {connected !== undefined && (
          <Badge tone={connected ? 'good' : 'neutral'}>
            {connected ? t('channels:connected') : t('channels:notConnected')}
          </Badge>
        )}
      </header>
      <p class="muted">{help}</p>
      {children}
    </section>
  );
}
