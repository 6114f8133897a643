import { emailAddress, invalid, newId, type Logger } from '@candor/runtime';
import {
  escapeHtml,
  fromOf,
  inTime,
  type Mail,
  MailFailure,
  mailFoot,
  mailHead,
  type MailTransport,
  type Sender,
} from '@candor/runtime/mail';
import type { Updates } from '../updates.js';
import { contentOf, messageIdOf, pageOf, type Portal } from './update-mail.js';

export interface TestMailParts {
  editing: Updates;
  transport: MailTransport;
  sender: Sender;
  portalOf: (organizationId: string) => Promise<Portal | undefined>;
  clock: { now(): number };
  logger: Logger;
}

/** What became of a test mail; `kept`: there is no mail server, and it lies in the outbox. */
export interface TestMailResult {
  state: 'delivered' | 'kept' | 'failed';
  /** A line of the mail server or of the network. */
  reason: string | undefined;
}

const NOTE = 'This is a test. Nobody else got it.';

/** Mails that somebody sends to themselves to see that mails arrive, and how they look. No delivery is recorded. */
export class TestMails {
  constructor(private readonly parts: TestMailParts) {}

  /** Of an update, or without one a mail that only tests the way. */
  async send(organizationId: string, to: string, updateId: string | undefined): Promise<TestMailResult> {
    const { transport, logger } = this.parts;
    const address = emailAddress(to);
    if (address === undefined) throw invalid([{ path: 'to', message: 'to must be an email address.' }]);
    const mail = await this.mail(organizationId, address, updateId);
    const late = 'The mail server did not answer in time.';
    const sent = transport.send(mail).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof MailFailure) return error.message;
        logger.error({ err: error }, 'a test email could not be sent');
        return 'The email could not be sent. The log says why.';
      },
    );
    const reason = await inTime(sent, late);
    if (reason !== undefined) return { state: 'failed', reason };
    return { state: transport.keeps ? 'kept' : 'delivered', reason };
  }

  private async mail(organizationId: string, to: string, updateId: string | undefined): Promise<Mail> {
    const { editing, sender, portalOf, clock } = this.parts;
    const update = updateId === undefined ? undefined : await editing.get(organizationId, updateId);
    const portal = (await portalOf(organizationId)) ?? { name: '', tenantName: '' };
    const content = update
      ? contentOf(update, portal, pageOf(update, portal, sender, clock.now() * 1000))
      : {
          text: `Emails from ${portal.name} reach this address.`,
          html: `<p>Emails from ${escapeHtml(portal.name)} reach this address.</p>`,
        };
    return {
      from: fromOf(sender, portal),
      to,
      subject: `[Test] ${update?.title ?? `Emails from ${portal.name}`}`.replace(/\s+/g, ' ').trim(),
      text: `${content.text}\n\n--\n${portal.intro === undefined ? '' : `${portal.intro}\n`}${NOTE}\n`,
      html: `${mailHead(portal)}${content.html}\n${mailFoot(portal, NOTE)}`,
      messageId: messageIdOf(newId(), sender),
      headers: { 'Auto-Submitted': 'auto-generated' },
    };
  }
}
