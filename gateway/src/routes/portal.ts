import { ndaRoutes } from './portal-access/nda.js';
import { accessRequestRoutes } from './portal-access/requests.js';
import { portalDocumentRoutes } from './portal-documents/routes.js';
import { portalPageRoutes } from './trust-portal-profile/table.js';

/** What a trust portal shows beside its updates, and whom it hands documents. */
export const portalRoutes = [...portalPageRoutes, ...portalDocumentRoutes, ...accessRequestRoutes, ...ndaRoutes];
