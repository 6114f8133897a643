import { z } from 'zod';
import { json, route } from '../route.js';
import { email, FAILURES, noStore, organization, password, returnTo, started } from './fields.js';
import { signInHere, visitorOf } from './starting.js';

export const signInWithPassword = route({
  method: 'post',
  path: '/auth/password',
  operationId: 'signInWithPassword',
  summary: 'Sign in by password',
  description:
    'Where the operator allows it. The answer carries a cookie, and is the same for an address that is nobody’s and for a wrong password. After some wrong ones the address and the network wait, longer with each.',
  tag: 'Signing in',
  access: 'public',
  ownSiteOnly: true,
  family: 'general',
  body: json(
    z.strictObject({ email, password: password('The password'), organization, return_to: returnTo }).meta({
      id: 'PasswordSignIn',
      description: 'Who signs in',
    }),
  ),
  reply: started,
  failures: [401, ...FAILURES],
  headersOf: noStore,
  handle: async (call) => {
    const { email: address, password: given, organization: slug, return_to: to } = call.body;
    const input = { email: address, password: given, organization: slug };
    return signInHere(call, await call.clients.signIn.withPassword(call.from, visitorOf(call), input), to);
  },
});
