import { deterministicId, notifyEvent, type ServiceEvent } from '@candor/runtime';
import type { AccessRequest } from '../store/access-requests.js';

/**
 * What administrators are told of a request that waits for them; nothing of one that a rule, or one of them, has decided.
 * `eventId` is that of the event which others are told; told again, it is the same one.
 */
export function forPeople(request: AccessRequest, eventId: string): ServiceEvent[] {
  const { organizationId, id, name, company, reason, state, confirmedAt = 0 } = request;
  if (state !== 'open') return [];
  const event = notifyEvent({
    id: deterministicId('notify.access_requested', eventId),
    organizationId,
    at: confirmedAt,
    data: {
      kind: 'access_requested',
      // Every administrator.
      recipients: [],
      actor_id: null,
      subject: { type: 'access_request', id, title: `${name}, ${company}` },
      text: reason,
      path: '/console/trust-portal/requests?state=open',
    },
  });
  return [event];
}
