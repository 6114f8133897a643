import { describe, expect, it } from '@jest/globals';
import { signInMail } from './sign-in-mail.js';

const LINK = 'https://candor.example.com/console#sign-in-mail=abc';

describe('the mail with a link that signs in', () => {
  it.each([
    ['en', 'Sign in to A $& <B>'],
    ['de', 'Bei A $& <B> anmelden'],
    [undefined, 'Sign in to A $& <B>'],
    ['fr', 'Sign in to A $& <B>'],
  ])('is written in the language of the person: %s', (language, subject) => {
    const mail = signInMail({ name: 'A $& <B>' }, LINK, language);
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(LINK);
    expect(mail.html).toContain('A $&#38; &#60;B&#62;');
    expect(mail.html).not.toContain('<B>');
  });

  it('has a subject in one line, whatever the organization is called', () => {
    expect(signInMail({ name: 'A\r\nBcc: x' }, LINK, 'en').subject).toBe('Sign in to A Bcc: x');
  });
});
