export { check } from './admin/check.js';
export { composeTrustPortal, type MailOptions, type TrustPortalOptions } from './compose.js';
export { JOBS } from './jobs.js';
export { mailOptions } from './mail-options.js';
export { ConversationsClient } from './clients/conversations.js';
export { KnowledgeClient } from './clients/knowledge.js';
