export * from './mail/claims.js';
export * from './mail/frame.js';
export { composed, type Message } from './mail/message.js';
export * from './mail/permits.js';
export * from './mail/sending.js';
export * from './mail/settings.js';
export * from './mail/state.js';
export * from './mail/transport.js';
