import { AppError, cleanName, domainName, invalid, lengthOf, firstCharacters, type FieldError } from '@candor/runtime';

export interface NewOrganization {
  name: string;
  /** A tenant name, which is kept as it is, or a display name, which one is made from; '': the name. */
  tenantName: string;
  hd: string[];
  logoUrl: string | undefined;
}

/** Part of public addresses. */
export const TENANT_NAME = /^[a-z0-9-]{1,63}$/;
const MAX_NAME = 200;
const MAX_DISPLAY_NAME = 100;
const MAX_DOMAINS = 100;

/** What an organization that is made may say of itself; throws `invalid_input` naming every wrong field. */
export function checked(input: NewOrganization): NewOrganization {
  const errors: FieldError[] = [];
  const name = checkedName(input.name, errors);
  const given = checkedDisplayName(input.tenantName, errors);
  const hd = checkedDomains(input.hd, errors);
  checkLogo(input.logoUrl, errors);
  if (errors.length > 0) throw invalid(errors);
  return { name, hd, logoUrl: input.logoUrl, tenantName: given || firstOf(name) };
}

/** As it is stored. */
export function checkedName(given: string, errors: FieldError[]): string {
  const name = cleanName(given);
  if (name === '') errors.push({ path: 'name', message: 'name is required.' });
  if (lengthOf(name) > MAX_NAME) errors.push({ path: 'name', message: `name has more than ${MAX_NAME} characters.` });
  return name;
}

/** As it is stored; '' when nothing was said. */
export function checkedDisplayName(given: string, errors: FieldError[]): string {
  const name = cleanName(given);
  if (lengthOf(name) > MAX_DISPLAY_NAME) {
    errors.push({ path: 'tenant_name', message: `tenant_name has more than ${MAX_DISPLAY_NAME} characters.` });
  }
  return name;
}

/** In lower-case ASCII, each once. */
export function checkedDomains(given: readonly string[], errors: FieldError[]): string[] {
  if (given.length > MAX_DOMAINS) errors.push({ path: 'hd', message: `hd has more than ${MAX_DOMAINS} domains.` });
  const domains = given.map((one, index) => {
    const domain = domainName(one);
    if (domain === undefined) errors.push({ path: `hd.${index}`, message: 'A domain looks like "example.com".' });
    return domain ?? '';
  });
  return [...new Set(domains)];
}

/** Undefined is none. */
export function checkLogo(logoUrl: string | undefined, errors: FieldError[]): void {
  if (logoUrl !== undefined && !isWebAddress(logoUrl)) {
    errors.push({ path: 'logo_url', message: 'logo_url must be an http or https address.' });
  }
}

export const tenantNameTaken = (): AppError =>
  new AppError('conflict', 'tenant_name_taken', 'Another organization has this tenant_name. Choose another one.');

/** As much of the name as a display name may have. */
const firstOf = (name: string): string => firstCharacters(name, MAX_DISPLAY_NAME).trim();

function isWebAddress(value: string): boolean {
  return value.length <= 2000 && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
