/**
 * Errors of a connection after which surely nothing was sent, with what they mean: only then may a message be sent again
 * without a look. Any other error may have come after Slack had the message.
 */
const NOT_SENT: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens at its address',
  ENOTFOUND: 'its name has no address',
  EAI_AGAIN: 'no name server answers',
  EHOSTUNREACH: 'no way leads to it',
  ENETUNREACH: 'no way leads to its network',
  UND_ERR_CONNECT_TIMEOUT: 'no connection came about in time',
};

/** What kept a request from being sent; undefined when it may have been sent all the same. */
export const whyNotSent = (code: string): string | undefined =>
  Object.hasOwn(NOT_SENT, code) ? NOT_SENT[code] : undefined;
