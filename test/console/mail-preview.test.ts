import { describe, expect, it } from '@jest/globals';
import { MAIL } from '../../gateway/console/src/trust-portal/mail-words.js';
import { contentOf, updateMail } from '../../services/trust-portal/src/delivery/update-mail.js';

const portal = { name: 'Harbor Metrics', tenantName: 'harbor' };
const sender = { from: 'Trust <trust@harbor.example>', publicUrl: 'https://trust.harbor.example' };

type Update = Parameters<typeof updateMail>[0];
type Subscriber = Parameters<typeof updateMail>[3];

describe('the preview of a mail', () => {
  it('says what the mail says', () => {
    const update = { title: 'New report', description: 'It is out.' } as Update;
    const subscriber = { email: 'ann@customer.example', unsubscribeToken: 'token' } as Subscriber;
    const content = contentOf(update, portal, `${sender.publicUrl}/portal/harbor/updates/1`);
    const { html, text } = updateMail(update, content, '1', subscriber, portal, sender);
    for (const words of [MAIL.onPortal, MAIL.why(portal.name), MAIL.preferences, MAIL.unsubscribe]) {
      expect(html).toContain(words);
      expect(text).toContain(words);
    }
  });
});
