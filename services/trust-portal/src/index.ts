export { composeTrustPortal, type TrustPortalOptions } from './compose.js';
