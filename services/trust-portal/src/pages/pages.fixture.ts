import { request } from 'node:http';
import type { ServiceEvent } from '@candor/runtime';
import type { Mail } from '@candor/runtime/mail';
import type { FindPortal, PublicPortal } from './portal.js';
import type { PortalNeighbours } from '../compose-portal.js';
import type { MailOptions, TrustPortalOptions } from '../compose.js';
import { adminCall, startInstallation, type Installation, type Replica } from '../trust-portal.fixture.js';

export const PAGES_TOKEN = 'token of the gateway';

/** The pages of one organization, and the mails that went out. */
export interface TestPages {
  installation: Installation;
  replica: Replica;
  call: ReturnType<typeof adminCall>;
  /** An administrator of another organization, whose portal is `beta`. */
  beta: ReturnType<typeof adminCall>;
  mails: Mail[];
  /** Calls a page as the gateway does; `path` begins after /portal. */
  get(path: string, headers?: Record<string, string>): Promise<PageResponse>;
  post(path: string, form: PageForm, headers?: Record<string, string>): Promise<PageResponse>;
  /** Calls an address exactly as it is written; gives the status. */
  raw(path: string): Promise<number>;
  /** What was told to others. */
  events: ServiceEvent[];
  /** Waits for so many mails, and gives the last one. */
  mailed(count: number): Promise<Mail>;
  close(): Promise<void>;
}

/** A list gives the field several times. */
export type PageForm = Record<string, string | string[]>;

export interface PageResponse {
  status: number;
  headers: Headers;
  text: string;
  bytes: Buffer;
}

/** `neighbours`: what other services say; none when absent. `more`: of the service. */
export async function startPages(
  portal: Partial<PublicPortal> = {},
  neighbours: PortalNeighbours = {},
  more: Partial<TrustPortalOptions> = {},
): Promise<TestPages> {
  const installation = await startInstallation();
  const call = adminCall();
  const mails: Mail[] = [];
  const events: ServiceEvent[] = [];
  const publish = (told: ServiceEvent[]): Promise<void> => Promise.resolve(void events.push(...told));
  const shown = {
    name: 'Acme',
    tenantName: 'acme',
    logoUrl: undefined,
    ...portal,
    organizationId: call.caller.organizationId,
  };
  const beta = adminCall();
  const others = { ...shown, name: 'Beta', tenantName: 'beta', organizationId: beta.caller.organizationId };
  const all = [shown, others];
  const findPortal: FindPortal = (name) => Promise.resolve(all.find(({ tenantName }) => tenantName === name));
  const mail: MailOptions = {
    from: 'trust@example.com',
    publicUrl: 'https://trust.example.com',
    portalOf: (id) =>
      Promise.resolve(all.find(({ organizationId }) => organizationId === id) ?? { ...shown, tenantName: `of-${id}` }),
    transport: {
      send: (sent) => {
        mails.push(sent);
        return Promise.resolve();
      },
      close: () => undefined,
    },
  };
  const replica = await installation.replica({
    sweepEveryMs: 20,
    mail,
    publish,
    pages: { findPortal, keepMs: 0 },
    neighbours,
    ...more,
  });
  await replica.start();
  const listener = await replica.service.listenForPages!({ host: '127.0.0.1', port: 0, token: PAGES_TOKEN });
  const ask = async (
    path: string,
    init: { method?: string; body?: URLSearchParams; headers: Record<string, string> },
  ): Promise<PageResponse> => {
    const headers = { 'x-candor-service-token': PAGES_TOKEN, 'x-candor-client-address': '192.0.2.1', ...init.headers };
    const response = await fetch(`${listener.url}/portal${path}`, { ...init, headers, redirect: 'manual' });
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, text: bytes.toString(), bytes };
  };
  return {
    installation,
    replica,
    call,
    beta,
    mails,
    get: (path, headers = {}) => ask(path, { headers }),
    raw: (path) =>
      new Promise((resolve, reject) => {
        const { hostname, port } = new URL(listener.url);
        const headers = { 'x-candor-service-token': PAGES_TOKEN };
        request({ hostname, port, path: `/portal${path}`, headers }, (response) => {
          response.resume().once('end', () => resolve(response.statusCode ?? 0));
        })
          .once('error', reject)
          .end();
      }),
    events,
    post: (path, form, headers = {}) => {
      const fields = Object.entries(form).flatMap(([name, value]) =>
        [value].flat().map((one): [string, string] => [name, one]),
      );
      return ask(path, { method: 'POST', body: new URLSearchParams(fields), headers });
    },
    mailed: async (count) => {
      while (mails.length < count) await new Promise((resolve) => setTimeout(resolve, 10));
      return mails[count - 1]!;
    },
    close: async () => {
      await listener.close();
      await installation.close();
    },
  };
}

/** The path and query after /portal of a link in a mail. */
export function linkOf(mail: Mail, page: 'confirm' | 'preferences' | 'unsubscribe'): string {
  return new RegExp(`https://trust\\.example\\.com/portal(/acme/${page}\\?token=\\S+)`).exec(mail.text)?.[1] ?? '';
}
export const tokenIn = (link: string): string => new URL(link, 'http://x').searchParams.get('token') ?? '';

/** The path and query after /portal of a link to a page about documents. */
export function documentLinkOf(mail: Mail, page: 'confirm' | 'open'): string {
  return (
    new RegExp(`https://trust\\.example\\.com/portal(/acme/documents/${page}\\?token=\\S+)`).exec(mail.text)?.[1] ?? ''
  );
}
