import { z } from 'zod';
import { json, route } from '../route.js';
import { someName } from '../schemas.js';
import { code, email, FAILURES, noStore, password, started } from './fields.js';
import { signInHere, visitorOf } from './starting.js';

export const createFirstAdmin = route({
  method: 'post',
  path: '/auth/first-admin',
  operationId: 'createFirstAdmin',
  summary: 'Become the first administrator, by the link that the first start printed',
  description: 'Works once, within a day, while nobody is there. The answer carries a cookie.',
  tag: 'Signing in',
  access: 'public',
  ownSiteOnly: true,
  family: 'general',
  body: json(
    z
      .strictObject({
        code,
        name: someName('Name that people read').meta({ example: 'Ann Lee' }),
        email,
        password: password('At least 12 characters, where passwords are allowed; absent: none').nullish(),
      })
      .meta({ id: 'FirstAdmin', description: 'The first person' }),
  ),
  reply: started,
  failures: [401, 409, ...FAILURES],
  headersOf: noStore,
  handle: async (call) => {
    const input = { ...call.body, password: call.body.password ?? '' };
    return signInHere(call, await call.clients.signIn.createFirstAdmin(call.from, visitorOf(call), input));
  },
});
