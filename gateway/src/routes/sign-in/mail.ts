import { z } from 'zod';
import { safeReturn } from '../../pages/return-to.js';
import { json, route } from '../route.js';
import { code, email, FAILURES, noStore, organization, returnTo, started } from './fields.js';
import { signInHere, visitorOf } from './starting.js';

const SENT = 'If somebody here has this address, a link is on its way to it. It works once, within 15 minutes.';

const sent = z
  .object({ message: z.string().meta({ description: 'What to tell the person', example: SENT }) })
  .meta({ id: 'SignInMailRequested', description: 'The same whether the address is anybody’s or not' });

export const requestSignInMail = route({
  method: 'post',
  path: '/auth/mail',
  operationId: 'requestSignInMail',
  summary: 'Have a link mailed that signs in once, within 15 minutes',
  description:
    'The answer, and its time, are the same whether the address is anybody’s or not. Five emails an hour to one address.',
  tag: 'Signing in',
  access: 'public',
  ownSiteOnly: true,
  family: 'general',
  body: json(
    z.strictObject({ email, organization, return_to: returnTo }).meta({
      id: 'SignInMailRequest',
      description: 'Where the link goes',
    }),
  ),
  reply: sent,
  failures: FAILURES,
  headersOf: noStore,
  handle: async (call) => {
    const { email: address, organization: slug, return_to: to } = call.body;
    const input = { email: address, organization: slug, returnTo: safeReturn(to) };
    await call.clients.signIn.requestMail(call.from, visitorOf(call), input);
    return { message: SENT };
  },
});

export const redeemSignInMail = route({
  method: 'post',
  path: '/auth/mail/redeem',
  operationId: 'redeemSignInMail',
  summary: 'Exchange the code of a link for a cookie, once',
  description: 'Nothing but this call redeems a link: programs that open links in emails do no harm.',
  tag: 'Signing in',
  access: 'public',
  ownSiteOnly: true,
  family: 'general',
  body: json(z.strictObject({ code }).meta({ id: 'SignInCode', description: 'The code of a link' })),
  reply: started,
  failures: [401, ...FAILURES],
  headersOf: noStore,
  handle: async (call) =>
    signInHere(call, await call.clients.signIn.redeem(call.from, visitorOf(call), call.body.code)),
});
