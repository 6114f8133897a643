import { isIP } from 'node:net';
import type { Clock, Logger } from '@candor/runtime';
import type { RequestHandler, Response } from 'express';

export interface PortalDomainsOptions {
  /** Hosts that the operator gave to portals, and the portals' names in addresses: they count before all others. */
  configured: ReadonlyMap<string, string>;
  /** The host of the installation; undefined: it is not known, and only what the operator gave counts. */
  ownHost: string | undefined;
  /** Hosts that organizations gave to their portals. */
  read: () => Promise<Map<string, string>>;
  steady: Clock;
  logger: Logger;
}

/** How long a domain that was given or taken away may go unnoticed, milliseconds. */
const KEPT_MS = 15_000;

/** Which hosts are portals. The list is read as a whole, so that nobody costs us a call by making hosts up. */
export class PortalDomains {
  private known: ReadonlyMap<string, string> = new Map();
  private readAt = -Infinity;
  private reading: Promise<void> | undefined;

  constructor(private readonly options: PortalDomainsOptions) {}

  /** The name of the portal that a host shows; undefined: the host is no portal. */
  async portalOf(host: string): Promise<string | undefined> {
    const { configured, ownHost, steady } = this.options;
    const given = configured.get(host);
    if (given !== undefined) return given;
    // Machines of our own are called by numbers and short names.
    if (ownHost === undefined || host === ownHost || !host.includes('.') || isIP(host) !== 0) return undefined;
    if (steady.now() - this.readAt > KEPT_MS) {
      this.reading ??= this.readAll();
      // Only the first ones wait; later the list is a little old.
      if (this.readAt === -Infinity) await this.reading;
    }
    return this.known.get(host);
  }

  private async readAll(): Promise<void> {
    try {
      this.known = await this.options.read();
    } catch (error) {
      this.options.logger.warn({ err: error }, 'the domains of portals could not be read');
    } finally {
      this.readAt = this.options.steady.now();
      this.reading = undefined;
    }
  }
}

const LOCAL = 'portalDomain';

/** The domain of its own under which a portal is asked; undefined: it is under ours. */
export const portalDomainOf = (response: Response): string | undefined =>
  (response.locals as Record<string, string | undefined>)[LOCAL];

/** On a portal's own domain there is the portal and nothing else. */
export function portalDomain(domains: PortalDomains): RequestHandler {
  return (request, response, next) => {
    // Of a request without a Host there is none, whatever the types say.
    const { hostname = '' } = request as { hostname?: string };
    // With the dot of the root at its end, it is the same host.
    const host = hostname.toLowerCase().replace(/\.$/, '');
    domains
      .portalOf(host)
      .then((name) => {
        if (name !== undefined) {
          const mine = `/portal/${name}`;
          const there = request.path === mine || request.path.startsWith(`${mine}/`);
          if (!there && !request.path.startsWith('/portal/_assets/'))
            request.url = `${mine}${request.url === '/' ? '' : request.url.replace(/^\/(?=\?)/, '')}`;
          (response.locals as Record<string, string>)[LOCAL] = host;
        }
        next();
      })
      .catch(next);
  };
}
