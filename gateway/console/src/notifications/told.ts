import { useLoad, type Loaded } from '../api/use-load.js';
import { attempt } from '../ui/use-task.js';
import type { NotificationList } from '../api/types.js';
import { useApp } from '../core/context.js';
import { unread } from './unread.js';

/** What is marked as read: some, or all that came until a time. */
export type Marked = { ids: string[] } | { until: number };

/** The last notifications, unread ones first, and how they are marked as read. */
export function useTold(most: number): {
  told: Loaded<NotificationList>;
  mark(body: Marked): Promise<void>;
  /** Marks all that are known here; what came meanwhile stays unread. */
  markAll(): Promise<void>;
} {
  const { api } = useApp();
  const told = useLoad((signal) => api.call.listNotifications({ query: { limit: most }, signal }), []);
  const mark = async (body: Marked): Promise<void> => {
    const done = await attempt(async () => {
      const { unread: left } = await api.call.markNotificationsRead({ body });
      unread.set(left);
    });
    if (done) told.reload();
  };
  const newest = Math.max(0, ...(told.data?.notifications ?? []).map(({ created_at: time }) => time));
  return { told, mark, markAll: () => mark({ until: newest }) };
}
