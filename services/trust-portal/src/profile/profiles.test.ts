import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { adminCall } from '../trust-portal.fixture.js';
import { startPages, type TestPages } from '../pages/pages.fixture.js';

let pages: TestPages;
beforeAll(async () => {
  pages = await startPages();
});
afterAll(() => pages.close());

describe('the profile of a portal', () => {
  it('keeps its draft apart until it is published', async () => {
    const { profile } = pages.replica;
    const call = adminCall();
    expect(await profile.getProfile({}, call)).toMatchObject({ published: undefined, domain: '', previewPath: '' });
    await profile.editProfile(
      { about: 'One', links: { links: [{ label: 'Status', url: 'https://s.example' }] } },
      call,
    );
    const published = await profile.publishProfile({}, call);
    expect(published.published).toMatchObject({ about: 'One', links: [{ label: 'Status', url: 'https://s.example' }] });
    const edited = await profile.editProfile({ about: 'Two' }, call);
    expect([edited.draft?.about, edited.published?.about]).toEqual(['Two', 'One']);
    expect(edited.previewPath).not.toBe((await profile.publishProfile({}, call)).previewPath);
  });

  it('loses no edit when several are made at a time', async () => {
    const { profile } = pages.replica;
    const call = adminCall();
    await Promise.all([
      profile.editProfile({ about: 'About' }, call),
      profile.editProfile({ contactEmail: 'A@Example.com' }, call),
      profile.editProfile({ sections: { names: ['faq', 'updates'] } }, call),
    ]);
    expect((await profile.getProfile({}, call)).draft).toEqual({
      about: 'About',
      contactEmail: 'a@example.com',
      links: [],
      sections: ['updates', 'faq'],
    });
  });

  it.each([
    ['contact_email', { contactEmail: 'nobody' }],
    ['links.0.url', { links: { links: [{ label: 'A', url: 'javascript:alert(1)' }] } }],
    ['sections', { sections: { names: ['prices'] } }],
    ['domain', { domain: 'localhost' }],
    ['domain', { domain: '192.0.2.7' }],
    ['domain', { domain: 'trust.example.com' }],
    ['about', { about: '*'.repeat(9000) }],
  ])('with a wrong %s is refused', async (path, input) => {
    await expect(pages.replica.profile.editProfile(input, adminCall())).rejects.toMatchObject({ errors: [{ path }] });
  });
});
