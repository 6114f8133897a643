import { z } from 'zod';
import { MOST, MOST_ITEMS } from '../bounds.js';
import { json, route, type Call, type Route } from '../route.js';
import { list } from '../schemas.js';
import { EXPERT_TYPES, slackChannel, slackManifest, slackTest } from './slack-resource.js';

const common = {
  tag: 'Channels',
  access: { role: 'ADMIN', scope: 'Organizations: write' },
  family: 'general',
} as const;
const PATH = '/v1/channels/slack';
const MOST_SECRET = 500;

const secret = (description: string, shape: RegExp, example: string) =>
  z
    .string('must be a text')
    .max(MOST_SECRET, `must have at most ${MOST_SECRET} characters`)
    .regex(shape, `must look like ${example}`)
    .nullish()
    .meta({ description, example });
const slackIds = (description: string, shape: RegExp, example: string) =>
  list(
    z.string('must be a text').max(MOST.id).regex(shape, `must be ids of Slack, such as ${example}`),
    MOST_ITEMS.slackIds,
  )
    .nullish()
    .meta({ description, example: [example] });

/** Where the organization's app reaches this server. */
async function addressOf({ clients, from, context, origin }: Call<unknown, unknown, unknown>) {
  const { slug: tenantName } = await clients.tenant.organization(from, context.organizationId ?? '');
  return { origin, tenantName };
}

const getSlackChannel = route({
  method: 'get',
  path: PATH,
  operationId: 'getSlackChannel',
  summary: 'The Slack workspace that people of the organization ask in',
  description: 'Also where none is connected: then `connected` is false. Secrets are never shown.',
  ...common,
  reply: slackChannel,
  handle: async (call) => call.clients.slack.channel(call.from, await addressOf(call)),
});

const setSlackChannel = route({
  method: 'put',
  path: PATH,
  operationId: 'setSlackChannel',
  summary: 'Connect a Slack workspace, or change how it may ask',
  description:
    'Slack is asked whose bot token it is before anything is kept; a wrong one is 422, a Slack out of reach 503. Secrets are stored sealed and never shown; one that is absent stays. Everything else is replaced.',
  ...common,
  body: json(
    z.strictObject({
      signing_secret: secret(
        'The app’s signing secret; absent: the kept one stays',
        /^[\x21-\x7e]{16,}$/,
        '8f742231b10e8888abcd99yyyzzz85a5',
      ),
      bot_token: secret(
        'The app’s bot token; absent: the kept one stays',
        /^xoxb-[\x21-\x7e]+$/,
        'xoxb-1234-5678-abcd',
      ),
      app_token: secret(
        'An app-level token with connections:write, for socket mode; absent: the kept one stays',
        /^xapp-[\x21-\x7e]+$/,
        'xapp-1-A1234-5678-abcd',
      ),
      channel_ids: slackIds(
        'Channels in which the app answers; absent: wherever it is',
        /^[CGD][A-Z0-9]{2,}$/,
        'C024BE91L',
      ),
      user_group_ids: slackIds('User groups that may ask; absent: every member', /^S[A-Z0-9]{2,}$/, 'S0604QSJC'),
      allow_guests: z
        .boolean('must be true or false')
        .default(false)
        .meta({ description: 'Guests may ask too', example: false }),
      allow_shared_channels: z.boolean('must be true or false').default(false).meta({
        description: 'Answer in channels shared with other companies, and their people too',
        example: false,
      }),
      expert: z
        .strictObject({
          id: z
            .uuid('must be the id of a user or group')
            .meta({ description: 'Of a user or group', example: '7c9e6679-7425-40de-944b-e07fc1f90ae7' }),
          type: z
            .enum(EXPERT_TYPES, { error: `must be one of ${EXPERT_TYPES.join(', ')}` })
            .meta({ description: 'Which of the two', example: 'USER' }),
        })
        .nullish()
        .meta({ description: 'Who is asked by "Ask an expert"; absent: the person who connects Slack' }),
    }),
  ),
  reply: slackChannel,
  failures: [409],
  handle: async (call) => {
    const { body, clients, from } = call;
    return clients.slack.setChannel(from, await addressOf(call), {
      signingSecret: body.signing_secret ?? '',
      botToken: body.bot_token ?? '',
      appToken: body.app_token ?? '',
      channelIds: body.channel_ids ?? [],
      userGroupIds: body.user_group_ids ?? [],
      allowGuests: body.allow_guests,
      allowSharedChannels: body.allow_shared_channels,
      expert: body.expert ?? undefined,
    });
  },
});

const removeSlackChannel = route({
  method: 'delete',
  path: PATH,
  operationId: 'removeSlackChannel',
  summary: 'Disconnect Slack; what was asked and not answered yet is forgotten',
  ...common,
  reply: z
    .object({ removed: z.literal(true).meta({ description: 'It is gone', example: true }) })
    .meta({ id: 'SlackChannelRemoved', description: 'Slack was disconnected' }),
  handle: ({ clients, from }) => clients.slack.removeChannel(from),
});

const testSlackChannel = route({
  method: 'post',
  path: `${PATH}/test`,
  operationId: 'testSlackChannel',
  summary: 'Ask Slack who the app is and what it may do',
  ...common,
  reply: slackTest,
  handle: ({ clients, from }) => clients.slack.testChannel(from),
});

const getSlackManifest = route({
  method: 'get',
  path: `${PATH}/manifest`,
  operationId: 'getSlackManifest',
  summary: 'What is pasted into Slack to make the app',
  ...common,
  reply: slackManifest,
  handle: async (call) => call.clients.slack.manifest(call.from, await addressOf(call)),
});

export const slackRoutes: readonly Route[] = [
  getSlackChannel,
  setSlackChannel,
  removeSlackChannel,
  testSlackChannel,
  getSlackManifest,
];
