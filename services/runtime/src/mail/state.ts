import type { Sender } from './frame.js';
import type { MailTransport } from './transport.js';

/** Whether mails reach anybody, and where their links lead. */
export interface MailState {
  /** False: mails are kept in the outbox. */
  hasServer: boolean;
  /** The server took the log-in just now. */
  works: boolean;
  /** Why it does not. */
  reason: string | undefined;
  /** "Name <address>". */
  from: string;
  publicUrl: string;
  /** No reader of a mail can open its links. */
  linksAreLocal: boolean;
}

/** Long enough for a slow server, shorter than a caller waits. */
const PATIENCE_MS = 8000;
/** How long an answer of the mail server holds. */
const HOLDS_MS = 15_000;

/** Asks the mail server whether it works: seldom, and once for all who want to know. */
export class MailStates {
  private asked: { reason: Promise<string | undefined>; until: number } | undefined;

  constructor(
    private readonly transport: MailTransport,
    private readonly sender: Sender,
  ) {}

  async now(): Promise<MailState> {
    const { from, publicUrl } = this.sender;
    const hasServer = !this.transport.keeps;
    const reason = hasServer ? await this.reason() : 'No mail server is configured (SMTP_URL).';
    return {
      hasServer,
      works: reason === undefined,
      reason,
      from,
      publicUrl,
      linksAreLocal: isLocal(publicUrl),
    };
  }

  private reason(): Promise<string | undefined> {
    if (this.asked && this.asked.until > Date.now()) return this.asked.reason;
    const reason = inTime(this.transport.check?.() ?? Promise.resolve(undefined), 'The mail server does not answer.');
    this.asked = { reason, until: Date.now() + HOLDS_MS };
    return reason;
  }
}

/** What the work gives, or the words when it takes too long. */
export async function inTime<Value>(work: Promise<Value>, late: string, patienceMs = PATIENCE_MS) {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(late), patienceMs);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether an address leads to the machine itself. */
export function isLocal(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(hostname);
}
