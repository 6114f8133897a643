import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { AppError } from '@candor/runtime';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM under a key derived (HKDF-SHA-256) from `secret`, which is nowhere stored, and `salt`: a reply that shows a
 * new API key once must not lie readable in a database for the day in which the call may be repeated.
 */
export function seal(plain: Buffer, secret: string, salt: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, salt), iv);
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Throws a conflict when it was sealed with another secret: the caller's key was rotated in between. */
export function unseal(bytes: Buffer, secret: string, salt: string): Buffer {
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, salt), bytes.subarray(0, IV_BYTES));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  } catch (error) {
    throw new AppError(
      'conflict',
      'idempotent_reply_sealed',
      'The first reply holds a secret that only the API key which made the call can have again.',
      { cause: error },
    );
  }
}

const keyOf = (secret: string, salt: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, 'candor idempotent reply', 32));
