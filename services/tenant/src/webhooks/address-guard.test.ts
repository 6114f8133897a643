import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AddressGuard, isNetwork, type ResolvedAddress } from './address-guard.js';
import { post } from './posting.js';

const guard = new AddressGuard();

describe('an address', () => {
  it.each(['8.8.8.8', '93.184.215.14', '172.32.0.1', '192.167.255.255', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])(
    '%s is public',
    (address) => expect(guard.mayReach(address)).toBe(true),
  );

  it.each([
    [
      '0.0.0.0',
      '10.0.0.1',
      '100.64.0.1',
      '127.0.0.1',
      '169.254.169.254',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
    ],
    ['198.18.0.1', '224.0.0.1', '255.255.255.255', '::', '::1', 'fe80::1', 'fd12::1', 'ff02::1', '::ffff:127.0.0.1'],
    ['64:ff9b::7f00:1', '2001:db8::1', '2002:7f00:1::', '2001::1', 'example.com', ''],
  ])('%s and the like are not', (...addresses) => {
    expect(addresses.filter((address) => guard.mayReach(address))).toEqual([]);
  });

  it('of a network that the operator allows may be reached', () => {
    const open = new AddressGuard(['10.1.0.0/16', 'fd00::/8']);
    expect(['10.1.2.3', '::ffff:10.1.2.3', 'fd00::1'].every((address) => open.mayReach(address))).toBe(true);
    expect(open.mayReach('10.2.0.1')).toBe(false);
    expect(['10.0.0.0/8', 'fd00::/8'].every(isNetwork)).toBe(true);
    expect(['10.0.0.0', '10.0.0.0/33', 'x/8', '10.0.0.0/8/8'].some(isNetwork)).toBe(false);
  });
});

describe('a name', () => {
  let port = 0;
  let requests = 0;
  const server = createServer((_request, response) => {
    requests++;
    response.end();
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  /** A name server that gives another answer at each look-up, the last one from then on. */
  const answering = (...answers: ResolvedAddress[][]) => {
    let asked = 0;
    return () => Promise.resolve(answers[Math.min(asked++, answers.length - 1)]!);
  };
  const PUBLIC = [{ address: '93.184.215.14', family: 4 }];
  const LOOPBACK = [{ address: '127.0.0.1', family: 4 }];
  const options = (with_: AddressGuard) => ({
    guard: with_,
    headers: {},
    body: '{}',
    timeoutMs: 5000,
    signal: new AbortController().signal,
  });

  it('that resolves to a private address is refused, also when only one of its addresses is', async () => {
    for (const answer of [LOOPBACK, [...PUBLIC, ...LOOPBACK]]) {
      const refused = await post(
        new URL(`http://inside.example:${port}/`),
        options(new AddressGuard([], answering(answer))),
      );
      expect(refused).toMatchObject({ statusCode: undefined, error: 'The address is not on the public internet.' });
    }
    expect(requests).toBe(0);
  });

  it('that was public when it was checked and is private when it is connected to is refused', async () => {
    const rebinding = new AddressGuard([], answering(PUBLIC, PUBLIC, LOOPBACK));
    await rebinding.addressesOf('rebind.example');
    const refused = await post(new URL(`http://rebind.example:${port}/`), options(rebinding));
    expect(refused).toMatchObject({ statusCode: undefined, error: 'The address is not on the public internet.' });
    expect(requests).toBe(0);
  });

  it('of an allowed network is connected to at the address that was checked', async () => {
    const allowed = new AddressGuard(['127.0.0.1/32'], answering(LOOPBACK));
    const taken = await post(new URL(`http://hooks.example:${port}/`), options(allowed));
    expect(taken).toMatchObject({ statusCode: 200, error: undefined });
    expect(requests).toBe(1);
  });
});
