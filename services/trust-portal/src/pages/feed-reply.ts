import { open, type PageCall } from './call.js';
import { atomOf, jsonFeedOf, type Feed } from './feeds.js';
import type { Reply } from './reply.js';

/** A feed for readers of either form. */
export const feedReply = (call: PageCall, feed: Feed, form: 'atom' | 'json'): Reply => ({
  ...open(call, form === 'atom' ? atomOf(feed) : jsonFeedOf(feed)),
  type: form === 'atom' ? 'application/atom+xml; charset=utf-8' : 'application/feed+json; charset=utf-8',
  cache: 'public, max-age=300',
});
