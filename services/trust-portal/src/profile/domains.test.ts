import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SubscriberStatus } from '@candor/proto/candor/trust_portal/v1/subscribers';
import { DOMAINS, PROFILES } from '../store/portal-profiles.js';
import { startPages, type TestPages } from '../pages/pages.fixture.js';
import { visitorsOf } from '../pages/visitors.fixture.js';
import { addSubscriber, adminCall, createUpdate, schedule } from '../trust-portal.fixture.js';
import { startNameServer, type NameServer } from './name-server.fixture.js';

const HOUR = 3_600_000;
let names: NameServer;
let pages: TestPages;
beforeAll(async () => {
  names = await startNameServer();
  const domains = {
    ...{ nameServers: [names.address], checkEveryMs: 20 },
    configured: new Map([['trust.operator.example', 'acme']]),
  };
  pages = await startPages({}, {}, { domains });
});
afterAll(async () => {
  await pages.close();
  names.close();
});

type Call = ReturnType<typeof adminCall>;
/** A domain that no other test names. */
let made = 0;
const newDomain = (): string => `trust-${++made}.harbor.example`;
const give = (call: Call, domain: string) => pages.replica.profile.editProfile({ domain }, call);
const proofOf = async (call: Call) => (await pages.replica.profile.getProfile({}, call)).domainProof;
/** Sets the record that the organization was told. */
const setRecord = async (call: Call): Promise<void> => {
  const { recordName = '', recordText = '' } = (await proofOf(call)) ?? {};
  names.records.set(recordName, [...(names.records.get(recordName) ?? []), recordText]);
};
/** Names in addresses of the portals that a domain leads to. */
const leadsTo = async (domain: string): Promise<string[]> =>
  (await pages.replica.profile.listDomains({}, pages.call)).domains
    .filter((one) => one.domain === domain)
    .map(({ tenantName }) => tenantName);
const eventually = async (is: () => Promise<boolean>): Promise<void> => {
  while (!(await is())) await new Promise((resolve) => setTimeout(resolve, 10));
};
const nameOf = (call: Call): string => `of-${call.caller.organizationId}`;

describe('the domain of a portal', () => {
  it('leads nowhere until its record says the token, and is looked for again when it is saved again', async () => {
    const call = adminCall();
    const domain = newDomain();
    const { domainProof } = await give(call, domain);
    expect(domainProof).toMatchObject({ state: 'pending', recordName: `_candor-portal.${domain}` });
    expect(domainProof?.recordText).toMatch(/^candor-\S{32}$/);
    expect(await leadsTo(domain)).toEqual([]);
    names.records.set(domainProof!.recordName, ['v=spf1 -all', 'candor-somebody-else']);
    expect((await give(call, domain)).domainProof?.state).toBe('pending');
    await setRecord(call);
    expect((await give(call, domain)).domainProof).toMatchObject({
      ...{ state: 'proven', recordText: domainProof?.recordText },
    });
    expect(await leadsTo(domain)).toEqual([nameOf(call)]);
    expect((await give(call, '')).domainProof).toBeUndefined();
    expect(await leadsTo(domain)).toEqual([]);
  });

  it('goes to who proves it, whoever named it first', async () => {
    const [first, owner] = [adminCall(), adminCall()];
    const domain = newDomain();
    await give(first, domain);
    await give(owner, domain);
    await setRecord(owner);
    expect((await give(owner, domain)).domainProof?.state).toBe('proven');
    expect((await proofOf(first))?.state).toBe('pending');
    expect(await leadsTo(domain)).toEqual([nameOf(owner)]);
    await expect(give(first, domain)).rejects.toMatchObject({ code: 'portal_domain_taken' });
  });

  it('is checked each day, lost without its record, kept while no server answers, and found again', async () => {
    const call = adminCall();
    const domain = newDomain();
    await give(call, domain);
    await setRecord(call);
    await give(call, domain);
    const records = names.records.get(`_candor-portal.${domain}`)!;
    names.failing = true;
    pages.installation.clock.advance(25 * HOUR);
    const before = (await proofOf(call))?.checkedAt;
    expect((await give(call, domain)).domainProof).toMatchObject({ state: 'proven', checkedAt: before });
    names.failing = false;
    names.records.delete(`_candor-portal.${domain}`);
    pages.installation.clock.advance(25 * HOUR);
    await eventually(async () => (await proofOf(call))?.state === 'lost');
    expect(await leadsTo(domain)).toEqual([]);
    names.records.set(`_candor-portal.${domain}`, records);
    pages.installation.clock.advance(HOUR + 1);
    await eventually(async () => (await leadsTo(domain)).length === 1);
  });

  it('of an earlier release leads to its portal for two weeks, unless somebody else proves it', async () => {
    const [early, other, owner] = [adminCall(), adminCall(), adminCall()];
    const [domain, taken] = [newDomain(), newDomain()];
    const { db } = pages.replica;
    for (const [call, one] of [[early, domain] as const, [other, taken] as const]) {
      await pages.replica.profile.editProfile({ about: 'Text' }, call);
      await db.collection(PROFILES).updateOne(
        { organization_id: call.caller.organizationId },
        {
          $set: { domain: one },
          $unset: { proof_state: '', proof_token: '', proof_checked_at: '', proof_check_at: '' },
        },
      );
      await db.collection<{ _id: string }>(DOMAINS).insertOne({
        ...{ _id: one, organization_id: call.caller.organizationId },
      });
    }
    expect(await leadsTo(domain)).toEqual([nameOf(early)]);
    await give(owner, taken);
    await setRecord(owner);
    await give(owner, taken);
    expect(await leadsTo(taken)).toEqual([nameOf(owner)]);
    await eventually(async () => (await proofOf(early))?.recordText !== '');
    expect((await give(early, domain)).domainProof?.state).toBe('unchecked');
    expect(await leadsTo(domain)).toEqual([nameOf(early)]);
    pages.installation.clock.advance(14 * 24 * HOUR + 1);
    await eventually(async () => (await proofOf(early))?.state === 'lost');
    expect(await leadsTo(domain)).toEqual([]);
  });

  it('that the operator gave to a portal needs no record, and is refused to others', async () => {
    await expect(give(adminCall(), 'trust.operator.example')).rejects.toMatchObject({ code: 'portal_domain_taken' });
    expect((await give(pages.call, 'Trust.Operator.example')).domainProof?.state).toBe('proven');
    await give(pages.call, '');
  });

  it('leads nowhere when an edit broke off after it was claimed', async () => {
    const [call, owner] = [adminCall(), adminCall()];
    const domain = newDomain();
    await pages.replica.db
      .collection<{ _id: string }>(DOMAINS)
      .insertOne({ ...{ _id: domain, organization_id: call.caller.organizationId } });
    await pages.replica.profile.editProfile({ about: 'Text' }, call);
    expect(await leadsTo(domain)).toEqual([]);
    await give(owner, domain);
    await setRecord(owner);
    expect((await give(owner, domain)).domainProof?.state).toBe('proven');
    expect(await leadsTo(domain)).toEqual([nameOf(owner)]);
  });
});

describe('emails of a portal with a host of its own', () => {
  it('lead there, but for what must work for years, and the session belongs to that host', async () => {
    const people = visitorsOf(() => pages);
    const document = await people.addPdf('Report');
    const form = { name: 'Ann', email: 'ann@far.example', company: 'Far', reason: 'Review', document: document.id };
    await pages.post('/acme/documents/request', form, people.from());
    const { text } = await people.mailTo('ann@far.example', /^Confirm/);
    expect(text).toMatch(/https:\/\/trust\.operator\.example\/documents\/confirm\?token=\S+/);
    await pages.post('/acme/subscribe', { email: 'bob@far.example' }, people.from());
    expect((await people.mailTo('bob@far.example', /^Confirm/)).text).toContain(
      'https://trust.operator.example/confirm?token=',
    );
    await addSubscriber(pages.replica, pages.call, 'carla@far.example', SubscriberStatus.SUBSCRIBER_STATUS_CONFIRMED);
    const sendNow = schedule({ sendImmediately: true });
    const { id } = await createUpdate(pages.replica, pages.call, { title: 'News', schedule: sendNow });
    const update = await people.mailTo('carla@far.example', /News/);
    expect(update.text).toContain(`https://trust.operator.example/updates/${id}`);
    expect(update.headers['List-Unsubscribe']).toContain('https://trust.example.com/portal/acme/unsubscribe');
    const unsubscribe = /portal(\/acme\/unsubscribe\?token=\S+)/.exec(update.text)?.[1] ?? '';
    for (const headers of [{}, { 'x-candor-portal-domain': 'trust.operator.example' }]) {
      expect((await pages.get(unsubscribe, headers)).status).toBe(200);
    }
  });
});
