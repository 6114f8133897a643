import { useEffect } from 'preact/hooks';
import { useInterval, useLoad } from '../api/use-load.js';
import { useApp } from '../core/context.js';
import { usePlace } from '../core/router.js';
import { createStore, useStore } from '../state/store.js';
import { number } from '../ui/format.js';
import { t } from '../words/words.js';

const EVERY_MS = 60_000;

/** How many notifications are unread, as far as this tab knows. */
export const unread = createStore(0);

/** The count at the bell; nothing when there is none. It is asked for anew every minute, and with every page. */
export function UnreadCount() {
  const { api } = useApp();
  const { path } = usePlace();
  const known = useStore(unread);
  const asked = useLoad(
    async (signal) => {
      const list = await api.call.listNotifications({ query: { limit: 1 }, signal });
      return list.unread;
    },
    [path],
  );
  useEffect(() => {
    if (asked.data !== undefined) unread.set(asked.data);
  }, [asked.data]);
  useInterval(asked.reload, EVERY_MS, true);
  if (known === 0) return null;
  return (
    <>
      <span class="unread" aria-hidden="true">
        {known > 99 ? '99+' : number(known)}
      </span>
      <span class="hidden"> {t('notifications:unread', { count: known })}</span>
    </>
  );
}
