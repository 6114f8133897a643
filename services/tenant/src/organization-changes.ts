import { cleanText, invalid, isTimeZone, lengthOf, type FieldError } from '@candor/runtime';
import { checkedDisplayName, checkedDomains, checkedName, checkLogo, TENANT_NAME } from './organization-fields.js';
import type { Organization } from './store/organizations.js';

/** What is undefined stays; '' removes a logo, a colour or an intro. */
export interface OrganizationChange {
  name?: string | undefined;
  /** As people read it. */
  displayName?: string | undefined;
  /** The name in addresses. */
  tenantName?: string | undefined;
  hd?: string[] | undefined;
  logoUrl?: string | undefined;
  /** "#rrggbb". */
  accentColor?: string | undefined;
  intro?: string | undefined;
  /** Only APPROVER and ADMIN approve answers, and nobody what they edited last themselves. */
  approversOnly?: boolean | undefined;
  /** Whether people of the domains in `hd` become users by signing in, and as what. */
  joinByDomain?: { allowed: boolean; role: string } | undefined;
  /** IANA name of the zone whose days its due dates and daily mails follow. */
  timeZone?: string | undefined;
  /** Whether its people connect agents by OAuth. */
  agentsMayConnect?: boolean | undefined;
}

const ACCENT = /^#[0-9a-f]{6}$/;
const MAX_INTRO = 600;
export const NO_TIME_ZONE = 'time_zone must be the IANA name of a time zone, as Europe/Berlin.';
/** Nobody becomes an administrator by an address alone. */
export const JOINING_ROLES = ['VIEWER', 'MEMBER', 'APPROVER'] as const;

/** The organization with what was given; throws `invalid_input` naming every wrong field. */
export function changedOrganization(before: Organization, change: OrganizationChange): Organization {
  const errors: FieldError[] = [];
  const after = { ...before };
  if (change.name !== undefined) after.name = checkedName(change.name, errors);
  if (change.displayName !== undefined) {
    after.displayName = checkedDisplayName(change.displayName, errors);
    if (after.displayName === '') errors.push({ path: 'tenant_name', message: 'tenant_name must not be blank.' });
  }
  if (change.tenantName !== undefined) {
    after.tenantName = change.tenantName;
    if (!TENANT_NAME.test(change.tenantName)) {
      errors.push({ path: 'slug', message: 'slug must be 1 to 63 of a-z, 0-9 and -.' });
    }
  }
  if (change.hd !== undefined) after.hd = checkedDomains(change.hd, errors);
  if (change.logoUrl !== undefined) {
    after.logoUrl = change.logoUrl || undefined;
    checkLogo(after.logoUrl, errors);
  }
  if (change.accentColor !== undefined) {
    after.accentColor = change.accentColor.toLowerCase() || undefined;
    if (after.accentColor !== undefined && !ACCENT.test(after.accentColor)) {
      errors.push({ path: 'accent_color', message: 'accent_color looks like "#0f766e".' });
    }
  }
  if (change.intro !== undefined) {
    after.intro = cleanText(change.intro).trim() || undefined;
    if (lengthOf(after.intro ?? '') > MAX_INTRO) {
      errors.push({ path: 'intro', message: `intro has more than ${MAX_INTRO} characters.` });
    }
  }
  if (change.approversOnly !== undefined) after.approversOnly = change.approversOnly;
  if (change.agentsMayConnect !== undefined) after.agentsMayConnect = change.agentsMayConnect;
  if (change.timeZone !== undefined) {
    after.timeZone = change.timeZone;
    if (!isTimeZone(change.timeZone)) errors.push({ path: 'time_zone', message: NO_TIME_ZONE });
  }
  if (change.joinByDomain !== undefined) {
    const { allowed, role } = change.joinByDomain;
    const joins = JOINING_ROLES.find((one) => one === role);
    if (joins) after.joinByDomain = { allowed, role: joins };
    else errors.push({ path: 'join_by_domain.role', message: `role must be one of ${JOINING_ROLES.join(', ')}.` });
  }
  // Without domains everybody in the world would join.
  if (after.joinByDomain.allowed && after.hd.length === 0) {
    errors.push({ path: 'join_by_domain', message: 'Name the email domains (hd) that people may join from first.' });
  }
  if (errors.length > 0) throw invalid(errors);
  return after;
}
