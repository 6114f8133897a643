import { portalFaqRoutes } from '../trust-portal-faq/routes.js';
import { subprocessorRoutes } from '../trust-portal-subprocessors/routes.js';
import { portalProfileRoutes } from './routes.js';

/** Of the front page of a portal, its published answers and subprocessors. */
export const portalPageRoutes = [...portalProfileRoutes, ...portalFaqRoutes, ...subprocessorRoutes];
