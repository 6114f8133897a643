import type { Environment } from './config.js';

/** Every variable of ours that some process, container file or test reads; a test holds them against the schemas. */
const KNOWN = [
  'ANSWER_ENGINE',
  'ANSWER_READING',
  'BIND',
  'BOOTSTRAP_API_KEY',
  'BUILD',
  'CORS_ORIGINS',
  'DATA_DIR',
  'DEADLINE_SECONDS',
  'DNS_SERVERS',
  'ENGINE_PRESET',
  'FAILPOINT',
  'GRACE_SECONDS',
  'HTTP_HOST',
  'HTTP_PORT',
  'INSIGHTS_ADDRESS',
  'INSIGHTS_RATE_BURST',
  'INSIGHTS_RATE_PER_MINUTE',
  'INTERNAL_HOST',
  'INTERNAL_PORT',
  'KEPT_VERSIONS',
  'KEPT_VERSIONS_MB',
  'MAIL_PER_SECOND',
  'MAIL_POOL',
  'MAIL_PORT',
  'MAX_CALLS_AT_ONCE',
  'MAX_PENDING_UPLOADS',
  'MAX_UPLOADS_AT_ONCE',
  'MAX_UPLOAD_MB',
  'OCR_LANGUAGES',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_ISSUER',
  'OIDC_NAME',
  'OIDC_SCOPES',
  'PASSWORD_SIGN_IN',
  'PORT',
  'PORTAL_DOMAINS',
  'PORTAL_HOST',
  'PORTAL_PORT',
  'PORTAL_URL',
  'PUBLIC_URL',
  'QUESTIONNAIRE_ADDRESS',
  'RATE_BURST',
  'RATE_PER_MINUTE',
  'SCHEDULE_MAX_LATE_HOURS',
  'SEALING_KEY',
  'SERVICE_TOKEN',
  'SLACK_API_URL',
  'TENANT_ADDRESS',
  'TESTS',
  'TEST_MONGODB_URL',
  'TRUSTED_PROXIES',
  'TRUST_PORTAL_ADDRESS',
  'VERSION',
  'WEBHOOK_PRIVATE_NETWORKS',
  'WEBHOOK_RETRY_SECONDS',
  'WORKERS',
  'WORKER_THREADS',
].map((name) => `CANDOR_${name}`);

/** What Kubernetes tells every container about a service named "candor-…". */
const OF_KUBERNETES = /_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT_\d+_(?:TCP|UDP)(?:_\w+)?|PORT)$/;
/** Letters that a slip of the pen changes. */
const MOST_SLIPS = 3;

/** One line for each variable that looks like ours and that nothing reads: most likely a name written wrongly. */
export function unknownVariables(environment: Environment): string[] {
  const known = new Set(KNOWN);
  return Object.keys(environment)
    .filter((name) => name.startsWith('CANDOR_') && !known.has(name.replace(/_FILE$/, '')))
    .flatMap((name) => {
      const meant = nearest(name.replace(/_FILE$/, ''));
      if (meant !== undefined)
        return [`${name} is not a variable of Candor and changes nothing. Did you mean ${meant}?`];
      return OF_KUBERNETES.test(name) ? [] : [`${name} is not a variable of Candor and changes nothing.`];
    })
    .sort();
}

function nearest(name: string): string | undefined {
  const [best] = KNOWN.map((known) => ({ known, distance: distance(name, known) })).sort(
    (a, b) => a.distance - b.distance,
  );
  return best !== undefined && best.distance <= MOST_SLIPS ? best.known : undefined;
}

/** Levenshtein's distance of two short names. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++)
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (a[i] === b[j] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}
