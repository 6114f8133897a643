import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new signing secret, as Standard Webhooks writes it: "whsec_" and base64. */
export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

export interface SignedMessage {
  id: string;
  /** Seconds since the epoch, of this attempt. */
  timestamp: number;
  body: string;
}

/** The three headers of Standard Webhooks; one signature for each secret, so that a rotated one works on for a while. */
export function signatureHeaders({ id, timestamp, body }: SignedMessage, secrets: string[]): Record<string, string> {
  const signed = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
