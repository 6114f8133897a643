import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFolder } from '../private-folder.js';
import { traced } from '../tracing/tracing.js';
import { composed } from './message.js';

/** Loaded with the first mail: no start should wait for it. */
const nodemailer = async () => await import('nodemailer');

/** One mail to one address. */
export interface Mail {
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  headers: Record<string, string>;
  /** So many characters at the beginning of text and html are the same in many mails; they end with a line. */
  common?: { text: number; html: number };
  /** Files that go with it. */
  attachments?: MailAttachment[];
}

export interface MailAttachment {
  /** ASCII, without quotes. */
  fileName: string;
  mimeType: string;
  bytes: Uint8Array;
}

/**
 * `soft`: worth another try. `bounced`: the address is refused for good. `refused`: the mail is refused for good, which
 * says nothing about the address.
 */
export type MailFailureKind = 'soft' | 'bounced' | 'refused';

export class MailFailure extends Error {
  constructor(
    readonly kind: MailFailureKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'MailFailure';
  }
}

export interface MailTransport {
  /** There is no mail server: mails are put into the outbox, and reach nobody. */
  readonly keeps?: boolean;
  /** Asks the mail server for nothing but its log-in; resolves to why it does not work. */
  check?(): Promise<string | undefined>;
  /** Resolves when the mail was taken over; rejects with a `MailFailure`. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

export interface SmtpOptions {
  /** smtp://user:password@host:port or smtps://… */
  url: string;
  /** Connections, and mails at once. */
  poolSize: number;
  /** Mails a second at most; undefined: as fast as the server takes them. */
  perSecond?: number;
  /** Milliseconds without an answer before a connection is given up. */
  timeoutMs?: number;
}

const OUTBOX = { kind: 'client' as const, attributes: { 'network.protocol.name': 'file' } };
const SMTP = { kind: 'client' as const, attributes: { 'network.protocol.name': 'smtp' } };

/** Sends by a pool of SMTP connections. */
export function smtpTransport({ url, poolSize, perSecond, timeoutMs = 30_000 }: SmtpOptions): MailTransport {
  const open = async () =>
    (await nodemailer()).createTransport({
      url,
      pool: true,
      maxConnections: poolSize,
      maxMessages: 1000,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      ...(perSecond === undefined ? {} : { rateDelta: 1000, rateLimit: perSecond }),
    });
  let transport: ReturnType<typeof open> | undefined;
  return {
    send: async (mail) => {
      transport ??= open();
      const opened = await transport;
      try {
        await traced('mail.send', SMTP, async () => opened.sendMail(await composed(mail)));
      } catch (error) {
        throw failureOf(error);
      }
    },
    check: async () => {
      transport ??= open();
      try {
        await (await transport).verify();
        return undefined;
      } catch (error) {
        return failureOf(error).message;
      }
    },
    close: () => void transport?.then((opened) => opened.close()),
  };
}

interface SmtpError {
  responseCode?: number;
  command?: string;
  response?: string;
  message?: string;
}

/** What a refusal means: only one of the recipient itself marks the address. */
export function failureOf(error: unknown): MailFailure {
  const { responseCode = 0, command = '', response = '', message = '' } = (error ?? {}) as SmtpError;
  const reason = response || message || 'unknown failure';
  const line = reason.replace(/\s+/g, ' ').slice(0, 300);
  const permanent = responseCode >= 500 && responseCode < 600;
  // 5.1.x: the address (RFC 3463 §3.2).
  if (permanent && (command === 'RCPT TO' || (command === 'DATA' && /^\d{3}[ -]5\.1\./.test(response)))) {
    return new MailFailure('bounced', line, { cause: error });
  }
  if (permanent && command === 'DATA') return new MailFailure('refused', line, { cause: error });
  // Refused connections, log-ins and senders are ours to mend: the mail waits.
  return new MailFailure('soft', line, { cause: error });
}

/**
 * Without a mail server: one .eml file a mail, named by its Message-ID, so that a repeated one is the same file. Mails hold links
 * that act for their readers, so the folder and all files in it are their owner's alone.
 */
export function outboxTransport(folder: string): MailTransport {
  let ready: Promise<unknown> | undefined;
  const make = (): Promise<unknown> => {
    ready = makePrivateFolder(folder);
    ready.catch(() => (ready = undefined));
    return ready;
  };
  return {
    keeps: true,
    send: async (mail) => {
      const { raw } = await traced('mail.send', OUTBOX, () => composed(mail));
      const path = join(folder, `${mail.messageId.replace(/[^A-Za-z0-9-]/g, '_')}.eml`);
      const write = (): Promise<void> => writeFile(`${path}.part`, raw, { mode: 0o600 });
      await (ready ?? make());
      // Somebody may have cleared it away since.
      await write().catch(async () => {
        await make();
        await write();
      });
      await rename(`${path}.part`, path);
    },
    close: () => undefined,
  };
}
