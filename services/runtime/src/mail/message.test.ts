import { describe, expect, it } from '@jest/globals';
import { composed } from './message.js';
import type { Mail } from './transport.js';

const mail: Mail = {
  from: 'Trüst <trust@example.com>',
  to: 'jürgen@example.com',
  subject: 'Grüße\r\nBcc: evil@example.com',
  text: `${'Grüße = 100 % ok. '.repeat(20)} \n.\nFrom here\n\n--\nLeave: http://x/?token=abc\n`,
  html: `<p>${'ü'.repeat(200)}</p>\n<a href="http://x/?token=abc">x</a>\n`,
  messageId: '<1@example.com>',
  headers: { 'List-Unsubscribe': `<http://x/?token=${'a'.repeat(80)}>` },
};

/** What a mail program shows of the parts. */
function partsOf(raw: string): string[] {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? '';
  const parts = raw.split(`\r\n--${boundary}`).slice(1, -1);
  return parts.map((part) => {
    const body = part.slice(part.indexOf('\r\n\r\n') + 4);
    const bytes = body
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)));
    return Buffer.from(bytes, 'latin1').toString('utf8').replace(/\r\n/g, '\n');
  });
}

describe('a composed mail', () => {
  it.each([undefined, { text: mail.text.indexOf('--'), html: mail.html.indexOf('<a') }])(
    'says what it was made of, with common beginnings %j',
    async (common) => {
      for (let again = 0; again < 2; again++) {
        const { envelope, raw } = await composed({ ...mail, ...(common ? { common } : {}) });
        expect(envelope).toEqual({ from: 'trust@example.com', to: ['jürgen@example.com'] });
        expect(partsOf(raw.toString())).toEqual([mail.text, mail.html]);
        expect(
          raw
            .toString()
            .split('\r\n')
            .every((line) => line.length <= 100),
        ).toBe(true);
      }
    },
  );

  it('has the headers it was given, and no others by a trick', async () => {
    const head = (await composed(mail)).raw
      .toString()
      .split('\r\n\r\n')[0]!
      .replace(/\r\n[ \t]+/g, ' ');
    expect(head).toMatch(/^Message-ID: <1@example\.com>\r$/m);
    expect(head).toMatch(/^List-Unsubscribe: +<http:\/\/x\/\?token=a+>\r$/m);
    expect(head).toMatch(/^From: =\?UTF-8\?Q\?Tr=C3=BCst\?= <trust@example\.com>\r$/m);
    expect(head).toMatch(/^Date: /m);
    expect(head).not.toMatch(/^Bcc:/im);
  });

  it('with a file has both texts as before, and the file as it was given', async () => {
    const bytes = Uint8Array.from({ length: 1000 }, (_, n) => n % 256);
    const file = { fileName: 'agreement.pdf', mimeType: 'application/pdf', bytes };
    const note = { fileName: 'note.txt', mimeType: 'text/plain', bytes: Buffer.from('Grüße') };
    const raw = (await composed({ ...mail, attachments: [file, note] })).raw.toString();
    const read = readMail(raw);
    expect(read.texts).toEqual([mail.text, mail.html]);
    expect(read.files.map(({ head }) => head)).toEqual([
      expect.stringContaining('filename="agreement.pdf"'),
      expect.stringContaining('filename="note.txt"'),
    ]);
    expect(read.files[0]?.bytes.equals(Buffer.from(bytes))).toBe(true);
    expect(read.files[1]?.bytes.toString()).toBe('Grüße');
    expect(raw.split('\r\n').every((line) => line.length <= 100)).toBe(true);
  });
});

/** The two texts and the files of a mail that carries files. */
function readMail(raw: string): { texts: string[]; files: { head: string; bytes: Buffer }[] } {
  const outer = /^Content-Type: multipart\/mixed;\s+boundary="([^"]+)"/m.exec(raw)?.[1] ?? '';
  const [inner = '', ...files] = raw.split(`\r\n--${outer}`).slice(1, -1);
  return {
    texts: partsOf(inner),
    files: files.map((part) => {
      const at = part.indexOf('\r\n\r\n');
      return { head: part.slice(0, at), bytes: Buffer.from(part.slice(at + 4), 'base64') };
    }),
  };
}
