import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PORTAL_MAILS } from '../store/portal-mails.js';
import { ACCESS_REQUESTS } from '../store/access-requests.js';
import { startPages, type TestPages } from './pages.fixture.js';
import { requestForm, visitorsOf } from './visitors.fixture.js';

let pages: TestPages;
let document = '';
const visitors = visitorsOf(() => pages);
const { from, mailTo, given } = visitors;

beforeAll(async () => {
  pages = await startPages();
  document = (await visitors.add('Report', 'request')).id;
});
afterAll(() => pages.close());

const wish = (email: string) => pages.post('/acme/documents/sign-in', { email }, from());

describe('a link to sign in', () => {
  it('takes the same writes for every address, and comes to who has access alone', async () => {
    const known = 'known@customer.example';
    await given(known, document);
    const { db } = pages.replica;
    const stored = async (email: string) => ({
      emails: await db.collection(PORTAL_MAILS).countDocuments({ email, kind: 'sign_in' }),
      owing: await db.collection(ACCESS_REQUESTS).countDocuments({ email, owing: 1 }),
    });
    for (const email of [known, 'unknown@customer.example']) {
      await wish(email);
      expect(await stored(email)).toEqual({ emails: 1, owing: 0 });
    }
    await mailTo(known, /^Your link/);
    const undecided = { email: 'unknown@customer.example', state: { $in: ['pending', 'claimed'] } };
    while ((await db.collection(PORTAL_MAILS).countDocuments(undecided)) > 0) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(pages.mails.filter(({ to }) => to === 'unknown@customer.example')).toEqual([]);
  });

  it('still comes after strangers have asked for documents in the name of its owner', async () => {
    const email = 'owner@customer.example';
    await given(email, document);
    for (let n = 0; n < 5; n++) await pages.post('/acme/documents/request', requestForm(email, document), from());
    await wish(email);
    await mailTo(email, /^Your link/);
  });

  it('is counted by address, however the address is written', async () => {
    const email = 'ann@bücher.example';
    await given(email, document);
    for (const spelling of [' ANN@xn--bcher-kva.example', 'ann@xn--bcher-kva.example', 'Ann@BÜCHER.example', email]) {
      expect((await wish(spelling)).status).toBe(200);
    }
    expect(await pages.replica.db.collection(PORTAL_MAILS).countDocuments({ email, kind: 'sign_in' })).toBe(3);
    expect((await wish('no address')).status).toBe(422);
  });
});
