import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { AppError } from '@candor/runtime';
import { Permits } from '@candor/runtime/mail';
import type { PasswordCost, StoredPassword } from '../store/passwords.js';

/** 32 MB and some tenths of a second each (OWASP's parameters for scrypt). */
export const COST: PasswordCost = { n: 2 ** 15, r: 8, p: 3 };
const HASH_BYTES = 32;
const SALT_BYTES = 16;
/** At once, for each takes a core and its memory; and how many may wait for their turn. */
const AT_ONCE = 2;
const MOST_WAITING = 100;

export type PasswordHash = Pick<StoredPassword, 'salt' | 'hash' | 'cost'>;

const turns = new Permits(AT_ONCE);
let waiting = 0;

/** Hashes a new password with a salt of its own. */
export async function hashPassword(password: string, cost = COST): Promise<PasswordHash> {
  const salt = randomBytes(SALT_BYTES);
  return { salt, cost, hash: await derive(password, salt, cost) };
}

/** Whether the password is the one. Without one it takes as long, and is wrong. */
export async function isPassword(password: string, stored: PasswordHash | undefined): Promise<boolean> {
  const { salt, hash, cost } = stored ?? NOBODYS;
  const same = timingSafeEqual(await derive(password, salt, cost), hash);
  return same && stored !== undefined;
}

/** Whether it was hashed with other parameters than passwords are now. */
export const isOutdated = ({ cost: { n, r, p } }: PasswordHash): boolean =>
  n !== COST.n || r !== COST.r || p !== COST.p;

const NOBODYS: PasswordHash = { salt: randomBytes(SALT_BYTES), hash: randomBytes(HASH_BYTES), cost: COST };

async function derive(password: string, salt: Buffer, { n, r, p }: PasswordCost): Promise<Buffer> {
  if (waiting >= MOST_WAITING)
    throw new AppError('unavailable', 'too_many_sign_ins', 'Too many people sign in at once. Try again shortly.');
  waiting++;
  await turns.take();
  try {
    return await new Promise((resolve, reject) => {
      const options = { N: n, r, p, maxmem: 256 * n * r };
      // The same letter can be typed in two ways; one form of it is hashed.
      scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, key) => {
        if (error) reject(error);
        else resolve(key);
      });
    });
  } finally {
    waiting--;
    turns.release();
  }
}
