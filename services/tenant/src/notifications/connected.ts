import { deterministicId, notifyEvent, type ServiceEvent } from '@candor/runtime';

/** Where a person sees what acts for them, and ends it. */
const ACCOUNT_PATH = '/console/settings/account';

/** Something that acts for a person from now on. */
export interface Connected {
  type: 'agent' | 'extension';
  /** Of the connection, or of the extension's key. */
  id: string;
  /** Home of the user. */
  organizationId: string;
  userId: string;
  /** As the person knows it. */
  title: string;
  scopes: readonly string[];
  /** Microseconds. */
  at: number;
}

/**
 * Tells a person that something was connected in their name. It names nobody who did it: whoever it was had the person's
 * sign-in, and the person is to know. The same connection told again is the same event.
 */
export const connectedEvent = ({ type, id, organizationId, userId, title, scopes, at }: Connected): ServiceEvent =>
  notifyEvent({
    id: deterministicId('notify.connected', type, id),
    organizationId,
    at,
    data: {
      kind: 'connected',
      recipients: [{ type: 'USER', id: userId }],
      actor_id: null,
      subject: { type, id, title },
      text: scopes.join(', '),
      path: ACCOUNT_PATH,
    },
  });
