const OURS = /(?:^|;\s*)(candor_portal=[\w-]{1,100})(?=;|$)/;

/** The session of a visitor of a portal, which alone of all cookies goes on to its pages; empty when there is none. */
export function portalCookie(sent: string | undefined): { cookie?: string } {
  const ours = OURS.exec((sent ?? '').slice(0, 8192))?.[1];
  return ours === undefined ? {} : { cookie: ours };
}
