import { describe, expect, it } from '@jest/globals';
import { isNotifyEvent, notifyEvent, type NotifyData } from './notify-events.js';

const data: NotifyData = {
  kind: 'mentioned',
  recipients: [],
  actor_id: null,
  subject: { type: 'thing', id: 't', title: 'Title' },
  path: '/console/things/t',
};

describe('an event that tells people', () => {
  it('is told apart from those of webhooks by its type', () => {
    const event = notifyEvent({ id: 'e', organizationId: 'o', at: 1, data });
    expect(event).toMatchObject({ type: 'notify.mentioned', id: 'e', organizationId: 'o', at: 1, data });
    expect(isNotifyEvent(event)).toBe(true);
    expect(isNotifyEvent({ type: 'update.sent' })).toBe(false);
  });

  it('cuts a title and a text that are too long, never inside of a character', () => {
    const long = { ...data, subject: { ...data.subject, title: '😀'.repeat(400) }, text: '😀'.repeat(1500) };
    const cut = notifyEvent({ id: 'e', organizationId: 'o', at: 1, data: long }).data as unknown as NotifyData;
    expect(cut.subject.title).toBe('😀'.repeat(249) + '…');
    expect(cut.text).toBe('😀'.repeat(999) + '…');
  });
});
