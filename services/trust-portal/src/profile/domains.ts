import { AppError, micros, type Clock } from '@candor/runtime';
import {
  stateOf,
  type DomainProof,
  type Profile,
  type ProfileStore,
  type ProofState,
} from '../store/portal-profiles.js';
import { recordName, type ReadTexts } from './domain-records.js';
import { changeProfile, newToken } from './writing.js';

export interface DomainParts {
  profiles: ProfileStore;
  clock: Clock;
  readTexts: ReadTexts;
  /** Hosts that the operator gave to portals, with the portals' names: they need no proof. */
  configured: ReadonlyMap<string, string>;
  /** Whether the gateway leads hosts to portals that organizations named. */
  count: boolean;
  /** The organization's place in addresses; undefined when it is closed. */
  tenantNameOf: (organizationId: string) => Promise<string | undefined>;
}

const DAY = 86_400e6;
/** How long after a check the next one is due, microseconds. Who waits for a record looks again by saving. */
const CHECK_AFTER: Record<ProofState, number> = { pending: 3600e6, lost: 3600e6, proven: DAY, unchecked: DAY };
/** How long a domain of an earlier release counts without a record, microseconds: time to set one. */
const GRACE = 14 * DAY;
const CHECKED_AT_ONCE = 50;

/** Domains of portals: one counts when a TXT record of it says the organization's token. */
export class Domains {
  constructor(private readonly parts: DomainParts) {}

  /** What changes in a profile that is given a domain; '' takes it away. */
  given(domain: string): Pick<Profile, 'domain' | 'proof'> {
    return { domain, proof: domain === '' ? undefined : newProof('pending', micros(this.parts.clock)) };
  }

  /** Throws `portal_domain_taken` when another organization has proven the domain, or has it by the operator's word. */
  async refuseOthers(organizationId: string, domain: string): Promise<void> {
    const { configured, profiles, tenantNameOf } = this.parts;
    const operators = configured.get(domain);
    if (operators !== undefined && operators !== (await tenantNameOf(organizationId))) throw domainTaken();
    const holder = await profiles.holder(domain);
    if (holder && holder.organizationId !== organizationId && stateOf(holder) === 'proven') throw domainTaken();
  }

  /** Looks for the record of the organization's domain, and lets its other domains go. Gives the profile as it is then. */
  async check(organizationId: string): Promise<Profile> {
    const { profiles, clock } = this.parts;
    const seen = await changeProfile(profiles, organizationId, (before) =>
      before.domain === '' || before.proof
        ? before
        : { ...before, proof: newProof('unchecked', micros(clock) + GRACE) },
    );
    const { domain, proof } = seen;
    if (domain === '' || !proof) {
      await profiles.releaseDomains(organizationId, '');
      return seen;
    }
    const found = await this.isProven(organizationId, domain, proof.token);
    const state = await this.stateAfter(seen, proof, found);
    const now = micros(clock);
    const next = state === 'unchecked' ? proof.checkAt : now + CHECK_AFTER[state];
    const checked = { ...proof, state, checkedAt: found === undefined ? proof.checkedAt : now, checkAt: next };
    const after = await changeProfile(profiles, organizationId, (before) =>
      before.domain === domain && before.proof?.token === proof.token ? { ...before, proof: checked } : before,
    );
    const counts = stateOf(after) === 'proven' || stateOf(after) === 'unchecked';
    await profiles.releaseDomains(organizationId, counts ? after.domain : '');
    return after;
  }

  /** Checks what is due; one that fails holds up none of the others. Rejects with the first failure. */
  async round(): Promise<void> {
    const due = await this.parts.profiles.dueForCheck(micros(this.parts.clock), CHECKED_AT_ONCE);
    const ends = await Promise.allSettled(due.map((organizationId) => this.check(organizationId)));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  /** The host of its own that leads to a portal for certain; undefined: none does. */
  async hostOf(organizationId: string, tenantName: string): Promise<string | undefined> {
    const { configured, profiles, count } = this.parts;
    for (const [host, name] of configured) if (name === tenantName) return host;
    const profile = count ? await profiles.find(organizationId) : undefined;
    return profile && profile.domain !== '' && stateOf(profile) === 'proven' ? profile.domain : undefined;
  }

  /** Undefined: no server could say. */
  private async isProven(organizationId: string, domain: string, token: string): Promise<boolean | undefined> {
    const { configured, tenantNameOf, readTexts } = this.parts;
    const operators = configured.get(domain);
    if (operators !== undefined) return operators === (await tenantNameOf(organizationId));
    return (await readTexts(recordName(domain)))?.some((text) => text.trim() === token);
  }

  private async stateAfter(
    { organizationId, domain }: Profile,
    { state, checkAt }: DomainProof,
    found: boolean | undefined,
  ): Promise<ProofState> {
    if (found === undefined) return state;
    if (found) return (await this.serve(organizationId, domain)) ? 'proven' : 'pending';
    if (state === 'unchecked') return checkAt > micros(this.parts.clock) ? 'unchecked' : 'lost';
    return state === 'proven' ? 'lost' : state;
  }

  /** False when another organization has proven the domain before. */
  private async serve(organizationId: string, domain: string): Promise<boolean> {
    const { profiles } = this.parts;
    const holder = await profiles.holder(domain);
    if (holder && holder.organizationId !== organizationId && stateOf(holder) === 'proven') return false;
    return profiles.claimDomain(organizationId, domain, holder?.organizationId ?? '');
  }
}

const newProof = (state: ProofState, checkAt: number): DomainProof => ({
  state,
  token: `candor-${newToken()}`,
  checkedAt: 0,
  checkAt,
});

const domainTaken = (): AppError =>
  new AppError('conflict', 'portal_domain_taken', 'Another portal of this installation has this domain.');
