import type { Clock, Logger } from '@candor/runtime';
import type { Mailer } from '@candor/runtime/mail';
import type { Db } from 'mongodb';
import type { Access } from '../access.js';
import type { AuditRecorder } from '../audit.js';
import { People, type Belonging } from '../people.js';
import type { ApiKeyStore } from '../store/api-keys.js';
import type { GroupStore } from '../store/groups.js';
import type { OrganizationStore } from '../store/organizations.js';
import type { PasswordStore } from '../store/passwords.js';
import { PeopleDirectory } from '../store/people-directory.js';
import type { PersonCodeStore } from '../store/person-codes.js';
import type { RateWindowStore } from '../store/rate-windows.js';
import type { SignInTryStore } from '../store/sign-in-tries.js';
import type { SignInStore } from '../store/sign-ins.js';
import type { UserStore } from '../store/users.js';
import { Everywhere, type Deputies } from './everywhere.js';
import { FirstAdmin } from './first-admin.js';
import { Passwords } from './passwords.js';
import { SignInMails } from './sign-in-mails.js';
import { SignIns } from './sign-ins.js';
import { Tries } from './tries.js';

export interface SignInOptions {
  db: Db;
  clock: Clock;
  logger: Logger;
  access: Access;
  audit: AuditRecorder;
  organizations: OrganizationStore;
  keys: ApiKeyStore;
  users: UserStore;
  groups: GroupStore;
  windows: RateWindowStore;
  signIns: SignInStore;
  passwords: PasswordStore;
  personCodes: PersonCodeStore;
  signInTries: SignInTryStore;
  mail?: Mailer;
  passwordSignIn?: boolean;
  /** What people have besides, see `PeopleParts`. */
  belongings: readonly Belonging[];
  deputies: Deputies;
  addressed: readonly Belonging[];
}

/** People, and all the ways in which they sign in. */
export function composeSignIn(options: SignInOptions) {
  const { mail, passwordSignIn: allowed = false, personCodes: codes, passwords: passwordStore, ...shared } = options;
  const directory = new PeopleDirectory(options.db, options.organizations);
  const signedIn = new SignIns(shared);
  const people = new People({ ...shared, signedIn, passwords: passwordStore, codes });
  const tries = new Tries(options.signInTries, options.clock);
  const mails = new SignInMails({ ...shared, people: directory, codes, signedIn, mail });
  const deputies = Object.values(options.deputies);
  const stored = { people: directory, passwords: passwordStore };
  const passwords = new Passwords({ ...shared, ...stored, signedIn, tries, allowed, deputies });
  const everywhere = new Everywhere({ ...shared, signedIn, codes });
  const firstAdmin = new FirstAdmin({ ...shared, codes, directory, people, passwords, mails, signedIn });
  return { people, signedIn, passwords, mails, firstAdmin, everywhere };
}
