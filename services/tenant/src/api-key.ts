import { createHash, randomBytes } from 'node:crypto';

/** A key as it is handed out: `cnd_<8 id chars>_<43 secret chars>`. */
export interface NewApiKey {
  /** The whole key; shown once, never stored. */
  key: string;
  /** What may be shown of it later: `cnd_<8 id chars>`. */
  prefix: string;
}

const FORM = /^(cnd_[0-9A-Za-z]{8})_[0-9A-Za-z_-]{43}$/;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A new random key: 256 bits of secret. */
export function generateApiKey(): NewApiKey {
  const prefix = `cnd_${idChars(8)}`;
  return { key: `${prefix}_${randomBytes(32).toString('base64url')}`, prefix };
}

/** The part of a key that may be shown; a key that an operator chose in another form shows nothing of itself. */
export const prefixOf = (key: string): string => FORM.exec(key)?.[1] ?? 'custom';

/** SHA-256 in hex. A fast hash is enough for 256 random bits; an operator who chooses a key chooses a long random one. */
export const hashKey = (key: string): string => createHash('sha256').update(key, 'utf8').digest('hex');

function idChars(count: number): string {
  let chars = '';
  while (chars.length < count) {
    // 248 = 4 × 62: bytes above it would favour the first letters.
    for (const byte of randomBytes(16)) if (byte < 248 && chars.length < count) chars += ALPHABET[byte % 62]!;
  }
  return chars;
}
