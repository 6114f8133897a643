import { parseArgs } from 'node:util';
import type { NamedOrganization, OrganizationFields, TenantOperator } from '../clients/tenant.js';

export const UPDATE_ORGANIZATION = `update-organization [--organization ID] [--name NAME] [--tenant-name NAME] [--slug SLUG] [--domains A,B]
                      [--logo-url URL] [--accent-color #RRGGBB] [--intro TEXT] [--time-zone ZONE]
                            renames an organization, or changes how its portal, emails and ask page look; an empty logo,
                            color or intro removes it; due dates and daily emails follow the time zone (Europe/Berlin)`;

/** Renames an organization as the arguments say; undefined when they say nothing. `usual`: without --organization. */
export async function updateOrganization(
  operator: Pick<TenantOperator, 'updateOrganization'>,
  args: string[],
  usual: string,
): Promise<NamedOrganization | undefined> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: {
      organization: text,
      name: text,
      'tenant-name': text,
      slug: text,
      domains: text,
      'logo-url': text,
      'accent-color': text,
      intro: text,
      'time-zone': text,
    },
  });
  const change: OrganizationFields = {
    name: values.name,
    displayName: values['tenant-name'],
    tenantName: values.slug,
    hd: values.domains?.split(/[\s,;]+/).filter(Boolean),
    logoUrl: values['logo-url'],
    accentColor: values['accent-color'],
    intro: values.intro,
    timeZone: values['time-zone'],
  };
  if (Object.values(change).every((value) => value === undefined)) return undefined;
  return operator.updateOrganization(values.organization ?? usual, change);
}
