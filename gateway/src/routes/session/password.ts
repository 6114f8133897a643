import { z } from 'zod';
import { json, route } from '../route.js';
import { noStore, password } from '../sign-in/fields.js';
import { visitorOf } from '../sign-in/starting.js';

const changed = z
  .object({ csrf_token: z.string().meta({ description: 'Of the new sign-in', example: '9f86d081884c7d65' }) })
  .meta({ id: 'PasswordSet', description: 'The answer carries a new cookie' });

export const setPassword = route({
  method: 'post',
  path: '/v1/session/password',
  operationId: 'setPassword',
  summary: 'Set or change one’s own password',
  description:
    'Needs the current one, or a sign-in by a link of the last 15 minutes. All sign-ins of the person end; the answer carries the cookie of a new one. Not for API keys.',
  tag: 'Signing in',
  access: { role: 'VIEWER', scope: undefined },
  family: 'general',
  body: json(
    z
      .strictObject({
        current_password: password('Absent right after signing in by a link').nullish(),
        new_password: password('At least 12 characters'),
      })
      .meta({ id: 'NewPassword', description: 'A password of one’s own' }),
  ),
  reply: changed,
  headersOf: noStore,
  handle: async (call) => {
    const input = { current: call.body.current_password ?? '', password: call.body.new_password };
    const started = await call.clients.signIn.setPassword(call.from, visitorOf(call), input);
    call.cookie.keep(started.token, started.expiresAt);
    return { csrf_token: started.csrfToken };
  },
});
