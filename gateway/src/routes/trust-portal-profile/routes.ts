import { json, route } from '../route.js';
import { READ, WRITE } from '../trust-portal-updates/access.js';
import { profile, profileChange } from './resource.js';

const getProfile = route({
  method: 'get',
  path: '/v1/trustportal/profile',
  operationId: 'getTrustPortalProfile',
  summary: 'Read what the front page of the trust portal shows: the draft, and what is published',
  tag: 'Trust portal',
  access: READ,
  family: 'general',
  reply: profile,
  handle: ({ clients, from }) => clients.portalPage.profile(from),
});

const editProfile = route({
  method: 'patch',
  path: '/v1/trustportal/profile',
  operationId: 'editTrustPortalProfile',
  summary: 'Change the draft of the front page; only the fields that are sent change',
  description:
    'Visitors see the draft once it is published; `preview_path` shows it before. A `domain` counts once a TXT record proves it (`domain_proof`); it is looked for at once, also when the same domain is sent again, and each day. Name, logo, color and intro are those of the organization.',
  tag: 'Trust portal',
  access: WRITE,
  family: 'general',
  body: json(profileChange),
  reply: profile,
  failures: [409],
  handle: ({ clients, from, body }) =>
    clients.portalPage.editProfile(from, {
      about: body.about,
      contactEmail: body.contact_email === null ? '' : body.contact_email,
      links: body.links,
      sections: body.sections,
      domain: body.domain === null ? '' : body.domain,
    }),
});

const publishProfile = route({
  method: 'post',
  path: '/v1/trustportal/profile/publish',
  operationId: 'publishTrustPortalProfile',
  summary: 'Show the draft of the front page to visitors',
  tag: 'Trust portal',
  access: WRITE,
  family: 'general',
  reply: profile,
  handle: ({ clients, from }) => clients.portalPage.publishProfile(from),
});

export const portalProfileRoutes = [getProfile, editProfile, publishProfile];
