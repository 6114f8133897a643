/** What calls of an endpoint have cost, whether or not they were of use. */
export interface Spent {
  requests: number;
  promptTokens: number;
  completionTokens: number;
}

/**
 * A call that brought no reply in the wanted shape. `reason` is a word for logs and metrics: `timeout`, `connection`,
 * `certificate`, `certificate_expired`, `certificate_name`, `proxy`, `rate_limited`, `http_503`, `invalid_output`, `cut_off`,
 * `circuit_open`, `batch_time`. It never carries what the endpoint wrote, which may repeat the key or a document.
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
/** What is wrong with a certificate, by the platform's codes; the first that fits counts. */
const CERTIFICATES: readonly (readonly [RegExp, string])[] = [
  [/^(?:CERT_HAS_EXPIRED|CERT_NOT_YET_VALID)$/, 'certificate_expired'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'certificate_name'],
  [/^(?:CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER))/, 'certificate'],
];

/** The word for a connection that failed, by the codes of its causes. */
export function connectionReason(error: unknown): string {
  let at = error;
  for (let depth = 0; depth < MOST_CAUSES && typeof at === 'object' && at !== null; depth++) {
    const { code, cause } = at as { code?: unknown; cause?: unknown };
    if (code === 'PROXY') return 'proxy';
    if (typeof code === 'string') {
      const wrong = CERTIFICATES.find(([codes]) => codes.test(code));
      if (wrong) return wrong[1];
    }
    at = cause;
  }
  return 'connection';
}
