import { randomBytes } from 'node:crypto';
import type { MailBox } from './mail-box.js';
import { sharedSystem } from './shared-system.js';
import { clientsOf, type JoinedSystem } from './system-clients.js';

/**
 * The system that suites of this run share, in a new organization that takes the place of the default one: `key` is its
 * admin's. For suites that need no variable of their own, nor the default organization, nor what other suites disturb (all of
 * a collection, what is counted by address). Outside of a run of jest one is started.
 */
export async function joinSystem(): Promise<JoinedSystem> {
  const shared = await sharedSystem();
  if (!shared) return (await import('./harness.js')).startSystem();
  const root = await clientsOf(shared.url, shared.key);
  const own = await root.inNewOrganization(`Suite ${randomBytes(8).toString('hex')}`);
  const issued = await own.post('/v1/api-keys', { json: { name: 'Suite', role: 'ADMIN' } });
  const clients = await clientsOf(shared.url, (issued.body as { key: string }).key, root.document);
  // Children have no children: the default organization makes them.
  return { ...clients, inNewOrganization: root.inNewOrganization, close: () => Promise.resolve() };
}

/** The same with the mails that it sends, which go to addresses of the suite's own; webhooks may call loopback. */
export async function joinSystemWithMail(): Promise<JoinedSystem & { mails: Pick<MailBox, 'next'> }> {
  const shared = await sharedSystem();
  const { MailBox, MailFolder } = await import('./mail-box.js');
  if (shared) return { ...(await joinSystem()), mails: new MailFolder(shared.mails) };
  const mails = await MailBox.start();
  const { startSystem } = await import('./harness.js');
  const system = await startSystem({ SMTP_URL: mails.url, CANDOR_WEBHOOK_PRIVATE_NETWORKS: '127.0.0.1/32' });
  return { ...system, mails, close: () => system.close().then(() => mails.close()) };
}
