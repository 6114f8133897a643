import { readdir, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { eventually } from './poll.js';

/** A mail that arrived. */
export class ArrivedMail {
  constructor(private readonly raw: string) {}

  /** With every header on one line. */
  get unfolded(): string {
    return this.raw.replace(/\r\n[ \t]+/g, ' ');
  }

  get subject(): string {
    return /^Subject: (.*)$/im.exec(this.unfolded)?.[1]?.trim() ?? '';
  }

  /** The subject as people read it (encoded words of RFC 2047 decoded). */
  get subjectText(): string {
    return this.subject
      .replace(/\?=\s+=\?/g, '?==?')
      .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
        kind.toLowerCase() === 'b' ? Buffer.from(text, 'base64').toString('latin1') : bytesOfQ(text),
      )
      .replace(/[\u0080-\u00ff]+/g, (bytes) => Buffer.from(bytes, 'latin1').toString());
  }

  /** The first address in its text that leads into the console. */
  get consoleLink(): string {
    const text = this.raw.slice(this.raw.indexOf('\r\n\r\n')).replace(/=\r\n/g, '').replace(/=3D/g, '=');
    return /https?:\/\/[^\s"<>]+\/console[^\s"<>]*/.exec(text)?.[0] ?? '';
  }

  get messageId(): string {
    return /^Message-ID: *(\S+)/im.exec(this.unfolded)?.[1] ?? '';
  }

  /** What stands in the fragment of a link in it, by the name before the "=". */
  fragment(name: string): string {
    const text = this.raw.slice(this.raw.indexOf('\r\n\r\n')).replace(/=\r\n/g, '').replace(/=3D/g, '=');
    const value = new RegExp(`#${name}=([\\w-]+)`).exec(text)?.[1];
    if (value === undefined) throw new Error(`the mail has no link with ${name}`);
    return value;
  }

  /** The address in its text that leads to a page about documents of the portal. */
  documentLink(page: 'confirm' | 'open'): string {
    const text = this.raw.slice(this.raw.indexOf('\r\n\r\n')).replace(/=\r\n/g, '').replace(/=3D/g, '=');
    const link = new RegExp(`https?://[^\\s"<>]+/documents/${page}\\?token=[\\w.%-]+`).exec(text)?.[0];
    if (link === undefined) throw new Error(`the mail has no link to ${page}`);
    return link;
  }

  /** The address in its text that leads to a page of the portal. */
  link(page: 'confirm' | 'preferences' | 'unsubscribe'): string {
    const text = this.raw.slice(this.raw.indexOf('\r\n\r\n')).replace(/=\r\n/g, '').replace(/=3D/g, '=');
    const link = new RegExp(`https?://[^\\s"<>]+/${page}\\?token=[\\w.%-]+`).exec(text)?.[0];
    if (link === undefined) throw new Error(`the mail has no link to ${page}`);
    return link;
  }
}

/** Bytes, one a character, of a text in the "Q" encoding. */
const bytesOfQ = (text: string): string =>
  text
    .replaceAll('_', ' ')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** A mail server that takes everything. */
export class MailBox {
  /** Those that `next` has not given. */
  readonly mails: { to: string; mail: ArrivedMail }[] = [];

  private constructor(
    private readonly server: SMTPServer,
    readonly url: string,
  ) {}

  static async start(): Promise<MailBox> {
    const server: SMTPServer = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, { envelope }, done) => {
        const pieces: Buffer[] = [];
        stream.on('data', (piece: Buffer) => pieces.push(piece));
        stream.on('end', () => {
          const mail = new ArrivedMail(Buffer.concat(pieces).toString());
          for (const { address } of envelope.rcptTo) box.mails.push({ to: address, mail });
          done();
        });
      },
    });
    // Connections of processes that were killed.
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const box = new MailBox(server, `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`);
    return box;
  }

  /** Waits for the next mail to an address that has not been asked for yet. */
  next(to: string): Promise<ArrivedMail> {
    return eventually(`a mail to ${to}`, () => {
      const at = this.mails.findIndex((one) => one.to === to);
      return at < 0 ? undefined : this.mails.splice(at, 1)[0]?.mail;
    });
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}

/** Mails that a server in another process writes into a folder, each as a file that holds `to` and `raw`. */
export class MailFolder {
  private readonly given = new Set<string>();

  constructor(private readonly folder: string) {}

  /** Waits for the next mail to an address that has not been asked for yet. */
  next(to: string): Promise<ArrivedMail> {
    return eventually(`a mail to ${to}`, async () => {
      const names = (await readdir(this.folder)).filter((name) => name.endsWith('.json') && !this.given.has(name));
      for (const name of names.sort()) {
        const mail = JSON.parse(await readFile(join(this.folder, name), 'utf8')) as { to: string; raw: string };
        if (mail.to !== to) continue;
        this.given.add(name);
        return new ArrivedMail(mail.raw);
      }
      return undefined;
    });
  }
}
