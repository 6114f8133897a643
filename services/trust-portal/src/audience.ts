import type { Subscriber } from './store/subscribers.js';

/** Why a subscriber would not get an update. */
export type NotReceiving = 'pending' | 'unsubscribed' | 'bounced' | 'no_categories' | 'other_categories';

/**
 * Whether a subscriber gets an update of these categories; undefined: yes. An update without categories concerns everyone
 * who takes any.
 */
export function reasonAgainst(
  subscriber: Pick<Subscriber, 'status' | 'categoryIds'>,
  updateCategoryIds: readonly string[],
): NotReceiving | undefined {
  if (subscriber.status !== 'confirmed') return subscriber.status;
  const chosen = subscriber.categoryIds;
  if (chosen === undefined) return undefined;
  if (chosen.length === 0) return 'no_categories';
  if (updateCategoryIds.length === 0 || updateCategoryIds.some((id) => chosen.includes(id))) return undefined;
  return 'other_categories';
}
