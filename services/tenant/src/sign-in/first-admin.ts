import { AppError, micros, type Caller, type Clock } from '@candor/runtime';
import { hashKey } from '../api-key.js';
import { DEFAULT_ORGANIZATION_ID } from '../bootstrap.js';
import { checkedUser, type People } from '../people.js';
import type { PeopleDirectory } from '../store/people-directory.js';
import type { PersonCodeStore } from '../store/person-codes.js';
import { checkNewPassword, type Passwords } from './passwords.js';
import { LINK_LIVES, type SignInMails } from './sign-in-mails.js';
import type { SignIns, StartedSignIn } from './sign-ins.js';
import type { Visitor } from './visitor.js';

interface Parts {
  codes: PersonCodeStore;
  directory: PeopleDirectory;
  people: People;
  passwords: Passwords;
  mails: SignInMails;
  signedIn: SignIns;
  clock: Clock;
}

/** The person who is there first, made by a link that the first start prints. */
export class FirstAdmin {
  constructor(private readonly parts: Parts) {}

  /** The code of the link, which works for a day; undefined when there is somebody already. */
  async link(): Promise<string | undefined> {
    const { directory, mails, clock } = this.parts;
    const organizationId = DEFAULT_ORGANIZATION_ID;
    if (await directory.any(organizationId)) return undefined;
    const expiresAt = micros(clock) + LINK_LIVES;
    return mails.newCode({ organizationId, userId: '', method: 'link', returnTo: '', expiresAt });
  }

  /** Makes the person once, and signs them in. Wrong input leaves the link as it is. */
  async create(
    input: { code: string; name: string; email: string; password: string },
    visitor: Visitor,
    requestId: string,
  ): Promise<StartedSignIn> {
    const { codes, people, passwords, mails, signedIn, clock } = this.parts;
    const organizationId = DEFAULT_ORGANIZATION_ID;
    const [hash, now] = [hashKey(input.code), micros(clock)];
    const known = await codes.findByHash(hash, now, LINK_LIVES);
    if (known?.userId !== '') throw await mails.wrongCode(visitor);
    const { code: _code, password, ...fields } = input;
    checkedUser(fields);
    if (password !== '') {
      passwords.requireAllowed();
      checkNewPassword(password, 'password');
    }
    await this.refuseSecond();
    if (!(await codes.takeByHash(hash, now, LINK_LIVES))) throw await mails.wrongCode(visitor);
    const maker: Caller = { organizationId, keyId: '', role: 'ADMIN', scopes: [], ownerId: '', requestId };
    const user = await people.createUser(maker, { ...fields, role: 'ADMIN' });
    if (password !== '') await passwords.setFirst(user, password);
    const { userAgent, broughtToken } = visitor;
    const started = await signedIn.start({ organizationId, userId: user.id, method: 'link', userAgent, requestId });
    await signedIn.replace(broughtToken, started, requestId);
    return started;
  }

  private async refuseSecond(): Promise<void> {
    if (!(await this.parts.directory.any(DEFAULT_ORGANIZATION_ID))) return;
    throw new AppError('conflict', 'not_first', 'There are people here already. Ask an administrator to invite you.');
  }
}
