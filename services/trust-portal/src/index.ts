export { check } from './admin/check.js';
export { composeTrustPortal, type MailOptions, type TrustPortalOptions } from './compose.js';
export { outboxTransport, smtpTransport, type MailTransport, type SmtpOptions } from './delivery/transport.js';
export { mailOptions, type MailSettings } from './mail-options.js';
