import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { MailFailure } from '@candor/runtime/mail';
import { Letterbox } from '../sign-in/sign-in.fixture.js';
import { BOOTSTRAP_KEY, startInstallation, type Installation } from '../tenant.fixture.js';
import { told, toUser, Workplace } from './notifications.fixture.js';

let installation: Installation;
let place: Workplace;
const letterbox = new Letterbox();
const HOUR = 3_600_000;
const preferences = (change: object) => ({ kinds: {}, ...change });

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

/** Until it is eight in the morning of the next day, and a minute more. */
const toMorning = (): void => {
  const now = installation.clock.now();
  const eight = Math.ceil((now - 8 * HOUR) / (24 * HOUR)) * 24 * HOUR + 8 * HOUR;
  installation.clock.advance(eight - now + 60_000);
};

describe('a mail to a person', () => {
  it('is tried again when the server defers it, with the same Message-ID', async () => {
    const jo = await place.person('Jo');
    letterbox.failures.push(new MailFailure('soft', 'try later'));
    await place.tell(told(place.organizationId, { recipients: toUser(jo.id) }));
    const [mail] = await place.mails(jo.email, 1);
    const { notifications } = await place.list(jo.caller);
    expect(mail?.messageId).toBe(`<notification.${notifications[0]?.id}@candor.example.com>`);
  });

  it('marks an address that is refused, to which nothing goes until it is written again', async () => {
    const ian = await place.person('Ian');
    letterbox.failures.push(new MailFailure('bounced', 'no such user'));
    await place.tell(told(place.organizationId, { recipients: toUser(ian.id) }));
    await place.quiet();
    const user = () => place.replica.directory.getUser({ id: ian.id }, place.call());
    expect((await user()).emailRefusedAt).toBeGreaterThan(0);
    await place.tell(told(place.organizationId, { recipients: toUser(ian.id) }));
    await place.quiet();
    expect(letterbox.mails).toEqual([]);
    expect((await place.list(ian.caller)).notifications.map(({ mail }) => mail).sort()).toEqual([
      'cancelled',
      'failed',
    ]);
    await place.replica.directory.updateUser({ id: ian.id, email: ian.email }, place.call());
    expect((await user()).emailRefusedAt).toBeUndefined();
    await place.tell(told(place.organizationId, { recipients: toUser(ian.id) }));
    await place.mails(ian.email, 1);
  });

  it('does not go out to somebody who left while it waited', async () => {
    const [una, vic, wes] = [await place.person('Una'), await place.person('Vic'), await place.person('Wes')];
    letterbox.failures.push(...[1, 2, 3].map(() => new MailFailure('soft', 'try later')));
    await place.tell(...[una, vic, wes].map(({ id }) => told(place.organizationId, { recipients: toUser(id) })));
    await place.replica.directory.deleteUser({ id: una.id }, place.call());
    await place.replica.db
      .collection<{ _id: string }>('users')
      .updateOne({ _id: vic.id }, { $set: { status: 'deactivated' } });
    installation.clock.advance(60_000);
    await place.mails(wes.email, 1);
    await place.quiet();
    expect(letterbox.mails.map(({ to }) => to)).toEqual([wes.email]);
    expect(await place.replica.db.collection('notifications').countDocuments({ user_id: una.id })).toBe(0);
  });

  it('speaks the language that its reader chose', async () => {
    const eva = await place.person('Eva');
    await place.replica.notifications.changeNotificationPreferences(
      preferences({ language: 'de', timeZone: 'Europe/Berlin' }),
      place.call(eva.caller),
    );
    const dueAt = Date.UTC(2030, 4, 1, 22, 30) * 1000;
    await place.tell(told(place.organizationId, { recipients: toUser(eva.id), count: 1, due_at: dueAt }));
    const [mail] = await place.mails(eva.email, 1);
    expect(mail?.subject).toBe('Jemand bittet Sie um Antwort: 1 Frage von „ACME SIG“');
    expect(mail?.text).toContain('Fällig am 2. Mai 2030');
  });

  it('shows what people wrote as text, never as markup or as a header', async () => {
    const hex = await place.person('Hex');
    const subject = { type: 'questionnaire', id: 'q', title: '<b>A</b>\r\nBcc: x@example.com' };
    await place.tell(told(place.organizationId, { recipients: toUser(hex.id), subject, text: '<script>1</script>' }));
    const [mail] = await place.mails(hex.email, 1);
    expect(mail?.subject).not.toMatch(/[\r\n]/);
    expect(mail?.html).not.toMatch(/<script|<b>/);
  });
});

describe('the daily mail in the time zone of the organization', () => {
  const clock = () => installation.clock;
  const until = (iso: string): void => clock().advance(Date.parse(iso) - clock().now());
  const daily = (id: string) => told(place.organizationId, { kind: 'approved', recipients: toUser(id) });
  const move = (timeZone: string) =>
    place.replica.tenant.updateOrganization({ organizationId: place.organizationId, timeZone }, place.call());
  /** A moment in a year of its own, a second before `iso`, with a notification that waits. */
  async function waiting(name: string, timeZone: string, told: string, iso: string) {
    await move(timeZone);
    until(told);
    const one = await place.person(name);
    await place.tell(daily(one.id));
    until(iso);
    clock().advance(-1000);
    await place.quiet();
    expect(letterbox.mails).toEqual([]);
    clock().advance(2000);
    return (await place.mails(one.email, 1))[0];
  }
  afterAll(() => move('UTC'));

  it.each([
    // Eight in the morning: eleven hours behind, fourteen ahead, and on the days when clocks are changed.
    ['Nie', 'Pacific/Niue', '2041-01-01T12:00:00Z', '2041-01-01T19:00:00Z'],
    ['Kir', 'Pacific/Kiritimati', '2042-01-01T12:00:00Z', '2042-01-01T18:00:00Z'],
    ['Ber', 'Europe/Berlin', '2043-03-28T12:00:00Z', '2043-03-29T06:00:00Z'],
    ['Bea', 'Europe/Berlin', '2043-10-24T12:00:00Z', '2043-10-25T07:00:00Z'],
  ])('reaches %s in %s, told at %s, at %s', async (name, zone, at, iso) => {
    expect(await waiting(name, zone, at, iso)).toBeDefined();
  });

  it('follows the organization to another zone, for those who chose none of their own', async () => {
    await move('UTC');
    until('2044-01-01T12:00:00Z');
    const [own, none] = [await place.person('Own'), await place.person('None')];
    await place.replica.notifications.changeNotificationPreferences(
      preferences({ timeZone: 'UTC' }),
      place.call(own.caller),
    );
    const shown = await place.replica.notifications.getNotificationPreferences({}, place.call(none.caller));
    expect(shown).toMatchObject({ timeZone: 'UTC', ownTimeZone: false });
    await place.tell(daily(own.id), daily(none.id));
    await move('Pacific/Kiritimati');
    until('2044-01-01T18:00:01Z');
    await place.mails(none.email, 1);
    await place.quiet();
    expect(letterbox.mails.map(({ to }) => to)).toEqual([none.email]);
    until('2044-01-02T08:00:01Z');
    await place.mails(own.email, 1);
  });

  it('is none that nobody knows', async () => {
    await expect(move('Mars/Base')).rejects.toMatchObject({ kind: 'invalid', errors: [{ path: 'time_zone' }] });
  });
});

describe('the daily mail', () => {
  const daily = (id: string, title: string) =>
    told(place.organizationId, {
      kind: 'approved',
      recipients: toUser(id),
      subject: { type: 'questionnaire', id: 'q', title },
    });

  it('is one at the chosen hour, of what is unread then; nothing unread: none', async () => {
    const [nia, ove] = [await place.person('Nia'), await place.person('Ove')];
    for (const title of ['First', 'Second', 'Third']) {
      await place.tell(daily(nia.id, title));
      installation.clock.advance(1000);
    }
    await place.tell(daily(ove.id, 'Other'));
    const { notifications } = await place.list(nia.caller);
    const second = notifications.filter(({ subject }) => subject?.title === 'Second').map(({ id }) => id);
    await place.replica.notifications.markNotificationsRead({ ids: second }, place.call(nia.caller));
    const all = { ids: [], until: installation.clock.now() * 1000 };
    await place.replica.notifications.markNotificationsRead(all, place.call(ove.caller));
    await place.quiet();
    expect(letterbox.mails).toEqual([]);
    toMorning();
    const [mail] = await place.mails(nia.email, 1);
    await place.quiet();
    expect(letterbox.mails).toHaveLength(1);
    expect(mail?.subject).toBe('An approver approved ‘First’, and 1 more');
    expect(mail?.text).toContain('‘Third’');
    expect(mail?.text).not.toContain('Second');
    // What comes later on that day waits for the next.
    await place.tell(daily(nia.id, 'Fourth'));
    await place.quiet();
    expect(letterbox.mails).toHaveLength(1);
    toMorning();
    expect((await place.mails(nia.email, 2))[1]?.subject).toBe('An approver approved ‘Fourth’');
  });

  it('follows a change of the hour', async () => {
    const pia = await place.person('Pia');
    await place.tell(daily(pia.id, 'Sooner'));
    await place.replica.notifications.changeNotificationPreferences(
      preferences({ hour: new Date(installation.clock.now() + HOUR).getUTCHours() }),
      place.call(pia.caller),
    );
    installation.clock.advance(HOUR);
    expect((await place.mails(pia.email, 1))[0]?.subject).toContain('Sooner');
  });
});

describe('the link that switches mails off', () => {
  const tokenIn = (text = ''): string => /\/notifications\/off\?token=([\w-]+)/.exec(text)?.[1] ?? '';

  it('switches off that kind for that person, at every later mail, and is known by its hash alone', async () => {
    const [sue, tom] = [await place.person('Sue'), await place.person('Tom')];
    const both = [...toUser(sue.id), ...toUser(tom.id)];
    await place.tell(told(place.organizationId, { recipients: both }));
    const [mail] = await place.mails(sue.email, 1);
    await place.mails(tom.email, 1);
    const token = tokenIn(mail?.headers['List-Unsubscribe']);
    expect(mail?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const { notifications } = place.replica;
    const call = { requestId: 'r' };
    expect(await notifications.getMailSwitch({ token }, call)).toMatchObject({ kind: 'assigned', isOff: false });
    expect(await notifications.switchOffMails({ token }, call)).toMatchObject({ kind: 'assigned', isOff: true });
    expect(await notifications.switchOffMails({ token }, call)).toMatchObject({ isOff: true });
    await place.tell(told(place.organizationId, { recipients: both }));
    await place.mails(tom.email, 2);
    await place.quiet();
    expect(letterbox.mails.filter(({ to }) => to === sue.email)).toHaveLength(1);
    const stored = JSON.stringify(await place.replica.db.collection('mail_switches').find({}).toArray());
    expect(stored).not.toContain(token);
    await expect(notifications.switchOffMails({ token: 'guessed' }, call)).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('preferences', () => {
  it('are checked, told field by field, and of persons alone', async () => {
    const zoe = await place.person('Zoe');
    const change = (input: object, caller = zoe.caller) =>
      place.replica.notifications.changeNotificationPreferences(preferences(input), place.call(caller));
    for (const wrong of [
      { kinds: { assigned: 'never' } },
      { kinds: { unheard_of: 'off' } },
      { hour: 24 },
      { timeZone: 'Mars/Base' },
      { language: 'fr' },
    ]) {
      await expect(change(wrong)).rejects.toMatchObject({ kind: 'invalid' });
    }
    await change({ kinds: { assigned: 'off', approved: 'at_once' }, hour: 17, timeZone: 'Europe/Berlin' });
    const own = await place.replica.notifications.getNotificationPreferences({}, place.call(zoe.caller));
    expect(own).toMatchObject({ hour: 17, timeZone: 'Europe/Berlin', language: 'en', email: zoe.email });
    expect(own.kinds).toMatchObject({ assigned: 'off', approved: 'at_once', overdue: 'at_once', update_sent: 'daily' });
    await expect(change({ hour: 9 }, place.admin)).rejects.toMatchObject({ code: 'person_required' });
  });
});
