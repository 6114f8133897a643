import type { Mail, MailAttachment } from './transport.js';

/** What is given to a mail server. */
export interface Message {
  envelope: { from: string | false; to: string[] };
  /** The whole mail in one piece: a stream of parts costs a write to the socket each. */
  raw: Buffer;
}

/** Loaded with the first mail: no start should wait for them. */
const libraries = async () => {
  const [{ default: MimeNode }, qp] = await Promise.all([
    import('nodemailer/lib/mime-node'),
    import('nodemailer/lib/qp'),
  ]);
  return { MimeNode, qp };
};
let loaded: ReturnType<typeof libraries> | undefined;

const KEPT = 16;
/** Encoded beginnings that many mails share, by the text they were made of. */
const kept = new Map<string, string>();

/**
 * The mail as text and HTML (RFC 2046 §5.1.4). Headers are nodemailer's work; what thousands of mails have in common is
 * encoded once, for that is most of the work that a mail makes.
 */
export async function composed(mail: Mail): Promise<Message> {
  const { MimeNode, qp } = await (loaded ??= libraries());
  const { attachments = [] } = mail;
  const node = new MimeNode(attachments.length > 0 ? 'multipart/mixed' : 'multipart/alternative');
  node.setHeader({
    From: mail.from,
    To: mail.to,
    Subject: mail.subject,
    'Message-ID': mail.messageId,
    ...mail.headers,
  });
  const headers = node.buildHeaders(); // Makes the boundary too.
  const outer = String(node.boundary);
  // No boundary may begin with the other.
  const inner = attachments.length > 0 ? `text${outer}` : outer;
  const boundary = `--${inner}`;
  const encoded = (text: string): string => qp.wrap(qp.encode(text.replace(/\r?\n/g, '\r\n')), 76);
  const common = (text: string): string => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const made = encoded(text);
    if (kept.size >= KEPT) kept.clear();
    kept.set(text, made);
    return made;
  };
  const part = (type: string, text: string, shared: number): string =>
    [
      boundary,
      `Content-Type: ${type}; charset=utf-8`,
      'Content-Transfer-Encoding: quoted-printable',
      '',
      (shared === 0 ? '' : common(text.slice(0, shared))) + encoded(text.slice(shared)),
    ].join('\r\n');
  const body = [
    part('text/plain', mail.text, mail.common?.text ?? 0),
    part('text/html', mail.html, mail.common?.html ?? 0),
    `${boundary}--`,
    '',
  ].join('\r\n');
  const whole = attachments.length > 0 ? mixed(outer, inner, body, attachments) : body;
  return { envelope: node.getEnvelope(), raw: Buffer.from(`${headers}\r\n\r\n${whole}`) };
}

/** The text's parts as one part, then a part for each file (RFC 2046 §5.1.3). */
const mixed = (outer: string, inner: string, text: string, attachments: MailAttachment[]): string =>
  [
    `--${outer}`,
    `Content-Type: multipart/alternative; boundary="${inner}"`,
    '',
    text,
    ...attachments.flatMap(({ fileName, mimeType, bytes }) => [
      `--${outer}`,
      `Content-Type: ${mimeType}`,
      'Content-Transfer-Encoding: base64',
      `Content-Disposition: attachment; filename="${fileName}"`,
      '',
      ...(Buffer.from(bytes)
        .toString('base64')
        .match(/.{1,76}/g) ?? []),
    ]),
    `--${outer}--`,
    '',
  ].join('\r\n');
