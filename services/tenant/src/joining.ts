import { Sealing, type Clock, type Logger, type RpcService } from '@candor/runtime';
import type { Mailer } from '@candor/runtime/mail';
import type { Db } from 'mongodb';
import type { Agents } from './agents/agents.js';
import type { AuditRecorder } from './audit.js';
import { invitationService } from './grpc/invitation-service.js';
import { oidcService } from './grpc/oidc-service.js';
import { scimService } from './grpc/scim-service.js';
import { Invitations } from './invitations/invitations.js';
import { Accounts } from './oidc/accounts.js';
import { OidcConnections, type InstallationProvider } from './oidc/connections.js';
import { OidcSignIn } from './oidc/sign-in.js';
import type { People } from './people.js';
import { ScimGroups } from './scim/scim-groups.js';
import { ScimUsers } from './scim/scim-users.js';
import type { SignIns } from './sign-in/sign-ins.js';
import type { ApiKeyStore } from './store/api-keys.js';
import type { GroupStore } from './store/groups.js';
import { InvitationStore } from './store/invitations.js';
import { OidcAttemptStore } from './store/oidc-attempts.js';
import { OidcConnectionStore } from './store/oidc-connections.js';
import { OidcHomes } from './store/oidc-homes.js';
import type { OrganizationStore } from './store/organizations.js';
import { ScimRecordStore } from './store/scim-records.js';
import { UserIdentityStore } from './store/user-identities.js';
import type { UserStore } from './store/users.js';
import { UserStatuses } from './user-status.js';
import type { AddressGuard } from './webhooks/address-guard.js';

export interface JoiningOptions {
  /** What secrets of others are sealed with; without it none are kept. */
  sealingKey?: string;
  /** The sign-in provider of all organizations that have none of their own. */
  oidc?: InstallationProvider;
  /** Milliseconds that a provider has for one answer; for tests. */
  oidcPatienceMs?: number;
}

/** What is kept of how people come in. */
export const joiningStores = (db: Db) => ({
  connections: new OidcConnectionStore(db),
  attempts: new OidcAttemptStore(db),
  identities: new UserIdentityStore(db),
  invitations: new InvitationStore(db),
  scimRecords: new ScimRecordStore(db),
});

interface Parts extends ReturnType<typeof joiningStores> {
  db: Db;
  users: UserStore;
  groups: GroupStore;
  keys: ApiKeyStore;
  organizations: OrganizationStore;
  people: People;
  signedIn: SignIns;
  agents: Agents;
  guard: AddressGuard;
  audit: AuditRecorder;
  clock: Clock;
  logger: Logger;
  mail?: Mailer | undefined;
}

/** How people become users and stop being it: by invitation, by a sign-in provider, by an identity provider's SCIM. */
export function composeJoining(parts: Parts, options: JoiningOptions): RpcService[] {
  const { db, scimRecords: records, identities, mail } = parts;
  const statuses = new UserStatuses(parts);
  const connections = new OidcConnections({
    ...parts,
    installation: options.oidc,
    sealing: options.sealingKey === undefined ? undefined : new Sealing(options.sealingKey),
    patienceMs: options.oidcPatienceMs,
  });
  const homes = new OidcHomes(db);
  const accounts = new Accounts({ ...parts, identities });
  const signIn = new OidcSignIn({ ...parts, connections, accounts, homeOf: (person) => homes.of(person) });
  return [
    oidcService({ connections, signIn }),
    invitationService(new Invitations({ ...parts, mail }), statuses),
    scimService(new ScimUsers({ ...parts, records, statuses }), new ScimGroups({ ...parts, records })),
  ];
}
