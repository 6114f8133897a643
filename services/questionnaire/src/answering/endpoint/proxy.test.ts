import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { endpointFetchVia } from '../endpoint-fetch.js';
import { connectionReason } from './endpoint-error.js';
import { proxyFor } from './proxy.js';

const rules = { http: 'http://proxy.example:3128', https: 'http://secure.example:3128' };
const through = (url: string, except?: string): string | undefined =>
  proxyFor(new URL(url), { ...rules, except })?.host;

describe('the way to an address', () => {
  it('goes through the proxy of its scheme', () => {
    expect(through('https://api.example.com/v1')).toBe('secure.example:3128');
    expect(through('http://models.example.com/v1')).toBe('proxy.example:3128');
    expect(proxyFor(new URL('https://api.example.com'), {})).toBeUndefined();
  });

  it.each(['http://localhost:11434/v1', 'http://127.0.0.1:8000/v1', 'http://[::1]:1234/v1'])(
    'is direct to %s',
    (url) => {
      expect(through(url)).toBeUndefined();
    },
  );

  it.each([
    ['api.example.com', true],
    ['.example.com', true],
    ['*.example.com', true],
    ['example.com', true],
    ['other.test, EXAMPLE.com', true],
    ['*', true],
    ['api.example.com:443', true],
    ['api.example.com:8443', false],
    ['ample.com', false],
    ['', false],
  ])('is direct where NO_PROXY is %j: %j', (except, direct) => {
    expect(through('https://api.example.com/v1', except) === undefined).toBe(direct);
  });
});

describe('a proxy', () => {
  let server: Server | undefined;
  const asked: { method: string; target: string; credentials: string | undefined }[] = [];
  afterEach(async () => {
    asked.length = 0;
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
  });

  const note = ({ method = '', url = '', headers }: IncomingMessage): void =>
    void asked.push({ method, target: url, credentials: headers['proxy-authorization'] });

  async function started(): Promise<string> {
    server = createServer((request, response) => {
      note(request);
      response.end(`${request.headers.host}`);
    });
    server.on('connect', (request: IncomingMessage, socket: Socket) => {
      note(request);
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    });
    await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
    return `http://candor:se%3Acret@127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  const credentials = `Basic ${Buffer.from('candor:se:cret').toString('base64')}`;

  it('is given the whole address of an http endpoint, with the name of the host and its own credentials', async () => {
    const reply = await endpointFetchVia({ http: await started() })('http://models.invalid:8000/v1/models');
    expect(await reply.text()).toBe('models.invalid:8000');
    expect(asked).toEqual([{ method: 'GET', target: 'http://models.invalid:8000/v1/models', credentials }]);
  });

  it('is asked for a way to an https endpoint, and blamed when it gives none', async () => {
    const call = endpointFetchVia({ https: await started() })('https://models.invalid/v1/models');
    const error: unknown = await call.catch((cause: unknown) => cause);
    expect(connectionReason(error)).toBe('proxy');
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('cret');
    expect(asked).toEqual([{ method: 'CONNECT', target: 'models.invalid:443', credentials }]);
  });
});
