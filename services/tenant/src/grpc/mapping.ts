import type { Organization as OrganizationMessage } from '@candor/proto/candor/tenant/v1/tenant';
import type { Organization } from '../store/organizations.js';

export const organizationMessage = (o: Organization, currentId: string): OrganizationMessage => ({
  id: o.id,
  name: o.name,
  tenantName: o.tenantName,
  hd: o.hd,
  logoUrl: o.logoUrl,
  parentId: o.parentId,
  createdAt: o.createdAt,
  isCurrent: o.id === currentId,
});
