/** What calls of an endpoint have cost, whether or not they were of use. */
export interface Spent {
  requests: number;
  promptTokens: number;
  completionTokens: number;
}

/**
 * A call that brought no reply in the wanted shape. `reason` is a word for logs and metrics: `timeout`, `connection`,
 * `certificate`, `proxy`, `rate_limited`, `http_503`, `invalid_output`, `cut_off`, `circuit_open`, `batch_time`. It never
 * carries what the endpoint wrote, which may repeat the key or a document.
 */
export class EndpointError extends Error {
  override readonly name = 'EndpointError';

  constructor(
    readonly reason: string,
    readonly spent: Spent = { requests: 0, promptTokens: 0, completionTokens: 0 },
  ) {
    super(`the endpoint gave no reply to use (${reason})`);
  }
}

/** Causes of causes that are looked at. */
const MOST_CAUSES = 5;
const CERTIFICATE = /^(?:CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER))/;

/** The word for a connection that failed, by the codes of its causes. */
export function connectionReason(error: unknown): string {
  let at = error;
  for (let depth = 0; depth < MOST_CAUSES && typeof at === 'object' && at !== null; depth++) {
    const { code, cause } = at as { code?: unknown; cause?: unknown };
    if (code === 'PROXY') return 'proxy';
    if (typeof code === 'string' && CERTIFICATE.test(code)) return 'certificate';
    at = cause;
  }
  return 'connection';
}
