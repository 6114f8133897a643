import helmet from 'helmet';
import type { RequestHandler } from 'express';

/** Headers that keep browsers from doing harm with our answers. */
export function securityHeaders(): RequestHandler {
  return helmet({
    // The gateway may be reached by plain http behind a proxy or on a laptop: it must not ask browsers to rewrite its URLs.
    contentSecurityPolicy: { directives: { 'upgrade-insecure-requests': null } },
    strictTransportSecurity: false,
  });
}
