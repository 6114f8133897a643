import { lookup } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** IPv4 networks that are not the public internet (IANA special-purpose registry, and multicast). */
const NOT_PUBLIC_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** Of IPv6 only global unicast is public, without what is in it for other ends or leads into IPv4. */
const PUBLIC_V6 = ['2000::/3'];
const NOT_PUBLIC_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

export interface ResolvedAddress {
  address: string;
  family: number;
}

/** All addresses of a name, as a connection would take them. */
export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>;

const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true, verbatim: true });

/** A destination that webhooks must not reach. */
export class BlockedAddressError extends Error {
  readonly code = 'EBLOCKED';
  constructor(hostname: string) {
    super(`${hostname} is or leads to an address that is not on the public internet`);
    this.name = 'BlockedAddressError';
  }
}

const listOf = (networks: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
};

/** Whether a text is a network as "10.0.0.0/8" or "fd00::/8". */
export function isNetwork(text: string): boolean {
  const [address = '', prefix = '', ...rest] = text.split('/');
  const family = isIP(address);
  return rest.length === 0 && family > 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 6 ? 128 : 32);
}

/**
 * Decides which addresses webhooks may reach: the public internet, and the networks that the operator allows. It is asked
 * for the address that a connection is about to be made to, so that a name cannot answer one thing when it is checked and
 * another when it is used.
 */
export class AddressGuard {
  private readonly notPublicV4 = listOf(NOT_PUBLIC_V4);
  private readonly publicV6 = listOf(PUBLIC_V6);
  private readonly notPublicV6 = listOf(NOT_PUBLIC_V6);
  private readonly allowed: BlockList;

  /** `allowed`: networks of the operator's choice, e.g. "10.1.0.0/16". */
  constructor(
    allowed: readonly string[] = [],
    private readonly resolve: Resolve = systemResolve,
  ) {
    this.allowed = listOf(allowed);
  }

  mayReach(address: string): boolean {
    // An IPv4 address in IPv6 clothes is what it is.
    const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
    const family = isIP(mapped);
    if (family === 0) return false;
    if (this.allowed.check(mapped, family === 6 ? 'ipv6' : 'ipv4')) return true;
    return family === 4
      ? !this.notPublicV4.check(mapped)
      : this.publicV6.check(mapped, 'ipv6') && !this.notPublicV6.check(mapped, 'ipv6');
  }

  /** The addresses of a host, all of which may be reached; throws `BlockedAddressError`, or what the resolver throws. */
  async addressesOf(hostname: string): Promise<ResolvedAddress[]> {
    const literal = hostname.replace(/^\[|\]$/g, '');
    const family = isIP(literal);
    const found = family > 0 ? [{ address: literal, family }] : await this.resolve(literal);
    if (found.length === 0 || found.some(({ address }) => !this.mayReach(address))) {
      throw new BlockedAddressError(hostname);
    }
    return found;
  }

  /** A `lookup` for node:http and node:https: what it gives is what is connected to. */
  readonly lookup: LookupFunction = (hostname, options, callback) => {
    this.addressesOf(hostname).then(
      (found) => {
        const first = found[0]!;
        if (options.all) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error as NodeJS.ErrnoException, '', 0),
    );
  };
}
