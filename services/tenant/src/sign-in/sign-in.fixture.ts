import type { Mail, Mailer, MailTransport } from '@candor/runtime/mail';

/** Who signs in from where in tests. */
export const VISITOR = { userAgent: 'A browser', network: '203.0.113.7', broughtToken: '' };

/** Takes the mails that the service sends, as a mail server would. */
export class Letterbox implements MailTransport {
  readonly mails: Mail[] = [];
  /** What is thrown in place of taking a mail, once each. */
  readonly failures: Error[] = [];
  readonly mailer: Mailer = {
    transport: this,
    from: 'Candor <no-reply@example.com>',
    publicUrl: 'https://candor.example.com',
  };

  send(mail: Mail): Promise<void> {
    const failure = this.failures.shift();
    if (failure) return Promise.reject(failure);
    this.mails.push(mail);
    return Promise.resolve();
  }

  close(): void {
    // Nothing is open.
  }

  /** The code of the link in the next mail to the address; waits until there is one. */
  async code(to: string): Promise<string> {
    for (const until = Date.now() + 10_000; Date.now() < until;) {
      const at = this.mails.findIndex((mail) => mail.to === to);
      if (at >= 0) return /#sign-in-mail=([\w-]+)/.exec(this.mails.splice(at, 1)[0]?.text ?? '')?.[1] ?? '';
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`no mail to ${to}`);
  }
}
