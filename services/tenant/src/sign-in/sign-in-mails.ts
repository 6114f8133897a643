import { randomBytes } from 'node:crypto';
import { AppError, micros, type Clock, type Logger } from '@candor/runtime';
import { fromOf, MailFailure, type Mailer } from '@candor/runtime/mail';
import { hashKey } from '../api-key.js';
import { DEFAULT_ORGANIZATION_ID } from '../bootstrap.js';
import type { OrganizationStore } from '../store/organizations.js';
import type { PeopleDirectory } from '../store/people-directory.js';
import type { PersonCode, PersonCodeStore } from '../store/person-codes.js';
import type { RateWindowStore } from '../store/rate-windows.js';
import { emailKey, type User } from '../store/users.js';
import { signInMail } from './sign-in-mail.js';
import type { SignIns, StartedSignIn } from './sign-ins.js';
import { tooMany } from './tries.js';
import type { Visitor } from './visitor.js';

const MINUTE = 60e6;
const HOUR = 60 * MINUTE;
/** How long a mailed link works, and one that the operator gives somebody; microseconds. */
export const MAIL_LIVES = 15 * MINUTE;
export const LINK_LIVES = 24 * HOUR;
/** Mails an hour to one address, and asked for from one network. */
const MOST_TO_ADDRESS = 5;
const MOST_OF_NETWORK = 30;
/** Codes that are none, a minute from one network. */
const MOST_WRONG = 20;
/** Mails that may be on their way at once. */
const MOST_PENDING = 200;
/** Milliseconds before the 2nd and 3rd attempt at a mail. */
const RETRY_AFTER_MS = [1000, 5000];

interface Parts {
  codes: PersonCodeStore;
  people: PeopleDirectory;
  organizations: OrganizationStore;
  windows: RateWindowStore;
  signedIn: SignIns;
  mail: Mailer | undefined;
  clock: Clock;
  logger: Logger;
}

/** Links that sign one person in once: mailed to who asks, or given by the operator. Only a POST redeems one. */
export class SignInMails {
  private readonly pending = new Set<Promise<void>>();

  constructor(private readonly parts: Parts) {}

  /** Whether a link reaches anybody. */
  get works(): boolean {
    return this.parts.mail !== undefined && this.parts.mail.transport.keeps !== true;
  }

  /**
   * Mails a link to each active person of this address. Resolves before it is known whether there is any, so that the answer
   * and its time are the same.
   */
  async request(asked: { email: string; organization: string; returnTo: string }, { network }: Visitor): Promise<void> {
    const { mail } = this.parts;
    if (!mail) throw new AppError('unavailable', 'mail_not_set_up', 'No emails are sent here. Ask your administrator.');
    await this.count(`network:${network}`, 'sign-in-mail', MOST_OF_NETWORK, HOUR);
    await this.count(`address:${hashKey(emailKey(asked.email))}`, 'sign-in-mail', MOST_TO_ADDRESS, HOUR);
    if (this.pending.size >= MOST_PENDING)
      throw new AppError('unavailable', 'too_many_mails', 'Too many emails are on their way. Try again in a minute.');
    const work = this.sendAll(asked, mail)
      .catch((error: unknown) => this.parts.logger.error({ err: error }, 'a sign-in link could not be mailed'))
      .finally(() => this.pending.delete(work));
    this.pending.add(work);
  }

  /** The code of a link for one person that the operator hands on; it works for a day. */
  async linkFor({ organizationId, id: userId }: Pick<User, 'organizationId' | 'id'>): Promise<string> {
    return this.newCode({ organizationId, userId, method: 'link', returnTo: '', expiresAt: this.now() + LINK_LIVES });
  }

  /** Exchanges a code, once, for a sign-in, and says where the person was going. */
  async redeem(code: string, visitor: Visitor, requestId: string): Promise<StartedSignIn & { returnTo: string }> {
    const { codes, signedIn } = this.parts;
    const hash = hashKey(code);
    const known = await codes.findByHash(hash, this.now(), LINK_LIVES);
    const found = known && known.userId !== '' ? await codes.takeByHash(hash, this.now(), LINK_LIVES) : undefined;
    if (!found || !this.isInTime(found)) throw await this.wrongCode(visitor);
    const { organizationId, userId, method, returnTo } = found;
    const started = await signedIn.start({ organizationId, userId, method, userAgent: visitor.userAgent, requestId });
    await signedIn.replace(visitor.broughtToken, started, requestId);
    return { ...started, returnTo };
  }

  /** The refusal of a code that is none; whoever goes on is told to wait. */
  async wrongCode({ network }: Visitor): Promise<AppError> {
    await this.count(`network:${network}`, 'sign-in-code', MOST_WRONG, MINUTE);
    return new AppError(
      'unauthenticated',
      'sign_in_link_ended',
      'This sign-in link has been used, or is too old. Ask for another one.',
    );
  }

  async newCode(code: PersonCode): Promise<string> {
    const secret = randomBytes(16).toString('base64url');
    await this.parts.codes.insert(code, hashKey(secret));
    return secret;
  }

  /** Waits for the mails that are on their way. */
  async close(): Promise<void> {
    await Promise.all(this.pending);
  }

  private isInTime({ method, expiresAt }: PersonCode): boolean {
    return expiresAt <= this.now() + (method === 'mail' ? MAIL_LIVES : LINK_LIVES);
  }

  private async sendAll(asked: { email: string; organization: string; returnTo: string }, mail: Mailer): Promise<void> {
    const { people, organizations } = this.parts;
    const { email, organization, returnTo } = asked;
    const only = organization === '' ? undefined : ((await organizations.findByTenantName(organization))?.id ?? '');
    for (const user of await people.findByEmail(email, only)) await this.send(user, returnTo, mail);
  }

  private async send(user: User, returnTo: string, { transport, ...sender }: Mailer): Promise<void> {
    const { organizationId, id: userId } = user;
    const organization = await this.parts.organizations.find(organizationId);
    if (!organization) return;
    const expiresAt = this.now() + MAIL_LIVES;
    const code = await this.newCode({ organizationId, userId, method: 'mail', returnTo, expiresAt });
    const mail = {
      ...signInMail(organization, `${sender.publicUrl}/console#sign-in-mail=${code}`, user.language),
      from: fromOf(sender, organization),
      to: user.email,
      messageId: `<${hashKey(`mail ${code}`).slice(0, 32)}@${new URL(sender.publicUrl).hostname}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    };
    for (let attempt = 0; ; attempt++) {
      try {
        await transport.send(mail);
        return;
      } catch (error) {
        const wait = RETRY_AFTER_MS[attempt];
        if (!(error instanceof MailFailure) || error.kind !== 'soft' || wait === undefined) throw error;
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
  }

  private async count(whose: string, budget: string, most: number, length: number): Promise<void> {
    const now = this.now();
    const window = { now, length };
    const { before, endsAt } = await this.parts.windows.use(DEFAULT_ORGANIZATION_ID, whose, budget, 1, window);
    if (before >= most) throw tooMany(endsAt - now);
  }

  private now(): number {
    return micros(this.parts.clock);
  }
}
