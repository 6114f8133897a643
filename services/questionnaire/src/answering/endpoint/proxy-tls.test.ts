import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from '@jest/globals';
import { endpointFetchVia } from '../endpoint-fetch.js';
import { certificateFor } from './certificate.fixture.js';
import { connectionReason } from './endpoint-error.js';

const HOST = 'models.invalid';
const KEY = 'Bearer of-the-endpoint';
const DAY = 86_400_000;

const open: Server[] = [];
const sockets = new Set<Socket>();
let tunnels: string[] = [];
/** All bytes that the proxy carried from the client. */
let carried = '';
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await Promise.all(open.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
  tunnels = [];
  carried = '';
});

async function listening(server: Server): Promise<number> {
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(server);
  return (server.address() as AddressInfo).port;
}

/** A proxy that makes tunnels to an endpoint with the certificate, whatever host is asked for; gives its address. */
async function proxyBefore(certificate: { cert: string; key: string }): Promise<string> {
  const endpoint = await listening(
    createTlsServer(certificate, (request, response) => response.end(`${request.headers.authorization === KEY}`)),
  );
  const proxy = createServer().on('connect', ({ url = '' }, client: Socket) => {
    tunnels.push(url);
    const server = connect(endpoint, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.on('data', (chunk: Buffer) => (carried += chunk.toString('latin1')));
      client.pipe(server).pipe(client);
    });
    server.on('error', () => client.destroy());
    sockets.add(server);
  });
  return `http://127.0.0.1:${await listening(proxy)}`;
}

const reasonVia = async (https: string): Promise<string> =>
  endpointFetchVia({ https })(`https://${HOST}/v1/models`).then(
    () => 'none',
    (error: unknown) => connectionReason(error),
  );

/** What a process that trusts the certificate gets through the proxy, twice; which authorities are trusted is read when it starts. */
async function asked(certificate: { cert: string; key: string }): Promise<string> {
  const https = await proxyBefore(certificate);
  const folder = await mkdtemp(join(tmpdir(), 'candor-tls-'));
  try {
    const trusted = join(folder, 'authority.pem');
    await writeFile(trusted, certificate.cert);
    const built = (file: string): string =>
      JSON.stringify(new URL(file, import.meta.url).href.replace('/src/', '/dist/'));
    const script = `
      const { endpointFetchVia } = await import(${built('../endpoint-fetch.js')});
      const { connectionReason } = await import(${built('./endpoint-error.js')});
      const ask = endpointFetchVia({ https: ${JSON.stringify(https)} });
      for (let i = 0; i < 2; i++) {
        const headers = { authorization: '${KEY}' };
        const said = await ask('https://${HOST}/v1/models', { headers }).then((r) => r.text(), connectionReason);
        process.stdout.write(said + ' ');
      }
      process.exit();`;
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: trusted, NODE_OPTIONS: '' };
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env });
    return stdout.trim();
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('a TLS endpoint behind a proxy', () => {
  it('is reached through a tunnel in which the proxy sees neither path nor key', async () => {
    expect(await asked(certificateFor(HOST))).toBe('true true');
    // The second request goes through the same tunnel.
    expect(tunnels).toEqual([`${HOST}:443`]);
    expect(carried).toContain(HOST);
    expect(carried).not.toContain('/v1/models');
    expect(carried).not.toContain(KEY);
  }, 30_000);

  it('is not trusted with the certificate of another host, whoever signed it', async () => {
    expect(await asked(certificateFor('other.invalid'))).toMatch(/^certificate_name/);
    expect(carried).not.toContain('/v1/models');
  }, 30_000);

  it.each([
    ['an authority that nobody trusts', certificateFor(HOST), 'certificate'],
    ['an end that has passed', certificateFor(HOST, new Date(Date.now() - DAY)), 'certificate_expired'],
  ])('is not trusted with a certificate of %s', async (_, certificate, reason) => {
    expect(await reasonVia(await proxyBefore(certificate))).toBe(reason);
    expect(tunnels).toEqual([`${HOST}:443`]);
    expect(carried).not.toContain('/v1/models');
  });

  it.each([
    ['CERT_HAS_EXPIRED', 'certificate_expired'],
    ['CERT_NOT_YET_VALID', 'certificate_expired'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate_name'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate'],
  ])('is told what is wrong by the code %s', (code, reason) => {
    expect(connectionReason(new Error('fetch failed', { cause: Object.assign(new Error('x'), { code }) }))).toBe(
      reason,
    );
  });
});
