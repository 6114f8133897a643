export { check } from './admin/check.js';
export { composeTrustPortal, type MailOptions, type TrustPortalOptions } from './compose.js';
export { mailOptions, type PortalMailSettings } from './mail-options.js';
