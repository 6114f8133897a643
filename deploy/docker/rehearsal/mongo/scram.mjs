// The server's side of SCRAM-SHA-256 (RFC 5802, RFC 7677), as MongoDB speaks it.
import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';

const ITERATIONS = 15_000;
const hmac = (key, text) => createHmac('sha256', key).update(text).digest();
const sha256 = (bytes) => createHash('sha256').update(bytes).digest();

/** What is kept of a password. */
export function verifierOf(password) {
  const salt = randomBytes(28);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  return {
    salt: salt.toString('base64'),
    storedKey: sha256(hmac(salted, 'Client Key')).toString('base64'),
    serverKey: hmac(salted, 'Server Key').toString('base64'),
  };
}

const attributes = (text) => Object.fromEntries(text.split(',').map((part) => [part[0], part.slice(2)]));
const failed = { ok: 0, code: 18, codeName: 'AuthenticationFailed', errmsg: 'Authentication failed.' };

/** One connection's login; `databases` is set once it is done. */
export class Login {
  constructor(users) {
    this.users = users;
    this.databases = undefined;
  }

  start({ mechanism, payload, options, $db }) {
    if (mechanism !== 'SCRAM-SHA-256') return { ...failed, errmsg: `mechanism ${mechanism} is not supported` };
    const first = Buffer.from(payload).toString().replace(/^n,,/, '');
    const { n, r } = attributes(first);
    this.user = this.users[`${$db}.${n.replaceAll('=2C', ',').replaceAll('=3D', '=')}`];
    if (!this.user) return failed;
    this.nonce = r + randomBytes(18).toString('base64');
    const challenge = `r=${this.nonce},s=${this.user.salt},i=${ITERATIONS}`;
    this.messages = `${first},${challenge}`;
    this.short = options?.skipEmptyExchange === true;
    return { ok: 1, conversationId: 1, done: false, payload: Buffer.from(challenge) };
  }

  continue({ payload }) {
    if (!this.user) return failed;
    const text = Buffer.from(payload).toString();
    // The empty message that ends the exchange of a driver that cannot skip it.
    if (this.databases) return { ok: 1, conversationId: 1, done: true, payload: Buffer.alloc(0) };
    const { r, p } = attributes(text);
    const messages = `${this.messages},${text.slice(0, text.lastIndexOf(',p='))}`;
    const storedKey = Buffer.from(this.user.storedKey, 'base64');
    const proof = Buffer.from(p, 'base64');
    const signature = hmac(storedKey, messages);
    const clientKey = Buffer.from(proof.map((byte, n) => byte ^ signature[n]));
    if (r !== this.nonce || !timingSafeEqual(sha256(clientKey), storedKey)) return failed;
    this.databases = this.user.databases;
    const proven = hmac(Buffer.from(this.user.serverKey, 'base64'), messages).toString('base64');
    return { ok: 1, conversationId: 1, done: this.short, payload: Buffer.from(`v=${proven}`) };
  }
}
