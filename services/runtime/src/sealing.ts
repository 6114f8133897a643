import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Secrets of others that must be kept, such as a sign-in provider's, are stored sealed: AES-256-GCM under a key derived
 * (HKDF-SHA-256) from the installation's sealing key, bound to what they belong to. Whoever has only the database reads none.
 */
export class Sealing {
  constructor(private readonly secret: string) {}

  /** `owner` names what the text belongs to: sealed for one, it opens for no other. */
  seal(text: string, owner: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.keyOf(owner), iv);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** Undefined when it was sealed with another key, for another owner, or is damaged. */
  open(sealed: string, owner: string): string | undefined {
    const bytes = Buffer.from(sealed, 'base64url');
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.keyOf(owner), bytes.subarray(0, IV_BYTES));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  }

  private keyOf(owner: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.secret, owner, 'candor sealed secret', 32));
  }
}
