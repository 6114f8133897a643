import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type ServiceEvent } from '@candor/runtime';
import { Letterbox } from '../sign-in/sign-in.fixture.js';
import { BOOTSTRAP_KEY, startInstallation, type Installation } from '../tenant.fixture.js';
import { told, toGroup, toUser, Workplace } from './notifications.fixture.js';

let installation: Installation;
let place: Workplace;
const letterbox = new Letterbox();

beforeAll(async () => {
  installation = await startInstallation();
  const replica = await installation.replica({ mail: letterbox.mailer, sweepEveryMs: 20, mailRetryAfterMs: [50, 50] });
  await replica.service.bootstrap();
  await replica.service.start();
  place = new Workplace(replica, await replica.callerFor(BOOTSTRAP_KEY), letterbox, installation);
}, 60_000);
afterAll(() => installation.close());
afterEach(async () => {
  await place.quiet();
  letterbox.mails.length = 0;
  letterbox.failures.length = 0;
});

describe('an event for people', () => {
  it('makes one notification and one mail a person, whatever number of groups and repeats names them', async () => {
    const [jane, ben] = [await place.person('Jane'), await place.person('Ben')];
    const [one, two] = [await place.group('One', [jane.id, ben.id]), await place.group('Two', [ben.id])];
    const recipients = [...toGroup(one), ...toGroup(two), ...toUser(ben.id)];
    const event = told(place.organizationId, { recipients, actor_id: jane.id, count: 3, text: 'By Friday, please' });
    await place.tell(event, event);
    await place.tell(event);
    const [mail] = await place.mails(ben.email, 1);
    await place.quiet();
    expect(letterbox.mails).toHaveLength(1);
    expect(mail?.subject).toBe('Jane asked you to answer 3 questions of ‘ACME SIG’');
    expect(mail?.text).toContain('By Friday, please');
    expect(mail?.text).toContain('https://candor.example.com/console/questionnaires/q');
    const { notifications, unread } = await place.list(ben.caller);
    expect([notifications.length, unread]).toEqual([1, 1]);
    expect(notifications[0]).toMatchObject({ kind: 'assigned', actorName: 'Jane', mail: 'sent', count: 3 });
    // Nobody is told of their own deed.
    expect((await place.list(jane.caller)).notifications).toEqual([]);
  });

  it('without recipients is for the admins, and of what is submitted for approvers too', async () => {
    const [ada, amy, bob] = [
      await place.person('Ada', 'ADMIN'),
      await place.person('Amy', 'APPROVER'),
      await place.person('Bob'),
    ];
    await place.tell(told(place.organizationId, { kind: 'update_sent' }));
    await place.tell(told(place.organizationId, { kind: 'submitted' }));
    const kindsOf = async (person: { caller: typeof ada.caller }) =>
      (await place.list(person.caller)).notifications.map(({ kind }) => kind).sort();
    expect(await kindsOf(ada)).toEqual(['submitted', 'update_sent']);
    expect(await kindsOf(amy)).toEqual(['submitted']);
    expect(await kindsOf(bob)).toEqual([]);
  });

  it('of a child is not for the administrators of its parent, who are no members of it', async () => {
    const parent = await place.person('Paul', 'ADMIN');
    const { tenant, directory } = place.replica;
    const { id } = await tenant.createOrganization(
      { name: 'Branch', tenantName: '', hd: [], sessionId: 'b' },
      place.call(),
    );
    const inChild = place.call({ ...place.admin, organizationId: id });
    await directory.createUser({ name: 'Cleo', email: 'cleo@branch.example', role: 'ADMIN' }, inChild);
    await place.tell(told(id, { kind: 'overdue' }), told(id, { recipients: toUser(parent.id) }));
    await place.mails('cleo@branch.example', 1);
    await place.quiet();
    expect(letterbox.mails.map(({ to }) => to)).toEqual(['cleo@branch.example']);
    expect((await place.list(parent.caller)).notifications).toEqual([]);
  });

  it('tells nobody of another organization, and nobody who is deactivated', async () => {
    const [kim, lee] = [await place.person('Kim'), await place.person('Lee')];
    await place.replica.db
      .collection<{ _id: string }>('users')
      .updateOne({ _id: lee.id }, { $set: { status: 'deactivated' } });
    await place.tell(told(newId(), { recipients: toUser(kim.id) }));
    await place.tell(told(place.organizationId, { recipients: [...toUser(lee.id), ...toUser(newId())] }));
    await place.quiet();
    expect((await place.list(kim.caller)).notifications).toEqual([]);
    expect(letterbox.mails).toEqual([]);
  });

  it('that cannot be read holds up none of the others', async () => {
    const max = await place.person('Max');
    const good = told(place.organizationId, { recipients: toUser(max.id) });
    const broken: ServiceEvent[] = [
      { ...good, id: newId(), data: {} },
      { ...good, id: newId(), type: 'notify.unheard_of' },
      told(place.organizationId, { recipients: toUser(max.id), path: 'https://evil.example/' }),
      told(place.organizationId, { recipients: toUser(max.id), path: '/console@evil.example' }),
    ];
    await place.tell(...broken, good);
    expect((await place.list(max.caller)).notifications).toHaveLength(1);
  });

  it('never goes to a webhook, whatever that listens to', async () => {
    const webhook = { url: 'https://93.184.215.14/', description: '', events: [], enabled: true };
    await place.replica.webhooks.createWebhook(webhook, place.call());
    await place.tell(told(place.organizationId));
    expect(await place.replica.db.collection('webhook_deliveries').countDocuments({})).toBe(0);
  });
});
