import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { hrefOf, navigate } from '../core/router.js';
import { Icon } from '../ui/icon.js';
import { t } from '../words/words.js';
import { UnreadCount } from './unread.js';

const PATH = '/notifications';

/** The link to the notifications. Followed plainly from another page it opens the popover; else it is a link. */
export function Bell({ current, onOpen }: { current: boolean; onOpen(): void }) {
  return (
    <a
      href={hrefOf(PATH)}
      aria-current={current ? 'page' : undefined}
      aria-haspopup={current ? undefined : 'dialog'}
      title={t('area.notifications')}
      onClick={(event) => {
        const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
        if (elsewhere || current) return;
        event.preventDefault();
        onOpen();
      }}
    >
      <Icon name="bell" />
      <span class="rail-text">{t('area.notifications')}</span>
      <UnreadCount />
    </a>
  );
}

/** The popover of the bell, which is loaded when it is opened first. */
export function LoadedPopover({ onClose }: { onClose(): void }) {
  // In an object: a bare function would be taken for one that makes the next state.
  const [loaded, setLoaded] = useState<{ Popover: ComponentType<{ onClose(): void }> }>();
  useEffect(() => {
    import('./bell-popover.js').then(
      ({ BellPopover }) => setLoaded({ Popover: BellPopover }),
      // A newer release took its place, or nothing can be reached: the page says so.
      () => navigate(PATH),
    );
  }, []);
  return loaded ? <loaded.Popover onClose={onClose} /> : null;
}
