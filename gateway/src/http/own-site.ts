import { AppError } from '@candor/runtime';
import type { Request } from 'express';

/** Browsers say with what they send where it comes from, and no page can make them say something else. */
type From = 'own' | 'foreign' | 'unknown';

function from(request: Request, publicUrl: string | undefined): From {
  const site = request.get('sec-fetch-site');
  // "none": the person typed the address or followed a bookmark.
  if (site !== undefined) return site === 'same-origin' || site === 'none' ? 'own' : 'foreign';
  const origin = request.get('origin');
  if (origin === undefined) return 'unknown';
  const hosts = [request.get('host'), request.host, publicUrl === undefined ? undefined : new URL(publicUrl).host];
  return URL.canParse(origin) && hosts.includes(new URL(origin).host) ? 'own' : 'foreign';
}

/** Refuses what a page of another site sends. A client that is no browser does not say; it has no cookie to be misused. */
export function refuseForeign(request: Request, publicUrl: string | undefined): void {
  if (from(request, publicUrl) === 'foreign') throw foreign();
}

/** The same where a cookie came along: a change must be known to come from a page of ours. */
export function requireOwn(request: Request, publicUrl: string | undefined): void {
  if (from(request, publicUrl) !== 'own') throw foreign();
}

const foreign = (): AppError =>
  new AppError(
    'forbidden',
    'foreign_page',
    'This came from a page of another site. Open Candor itself, and do it there.',
  );
