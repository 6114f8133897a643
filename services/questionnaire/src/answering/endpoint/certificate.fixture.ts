import { generateKeyPairSync, sign } from 'node:crypto';

/** One element of DER: its tag, its length, its content. */
function der(tag: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const sequence = (...content: Buffer[]): Buffer => der(0x30, ...content);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const name = (text: string): Buffer => sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(text)))));
const time = (at: Date): Buffer => der(0x17, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));
const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'));
const TRUE = der(0x01, Buffer.from([0xff]));

/** A certificate that signs itself, for a host, made anew: PEM of it and of its key. */
export function certificateFor(
  host: string,
  validUntil = new Date(Date.now() + 86_400_000),
): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const extensions = sequence(
    sequence(oid('551d11'), der(0x04, sequence(der(0x82, Buffer.from(host))))),
    sequence(oid('551d13'), TRUE, der(0x04, sequence(TRUE))),
  );
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    name(host),
    sequence(time(new Date(validUntil.getTime() - 7 * 86_400_000)), time(validUntil)),
    name(host),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const whole = sequence(body, ECDSA_WITH_SHA256, signature).toString('base64');
  const lines = (whole.match(/.{1,64}/g) ?? []).join('\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
