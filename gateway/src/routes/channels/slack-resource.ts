import { z } from 'zod';
import { id, microseconds, orNull } from '../schemas.js';

const told = (description: string, example: string) => orNull(z.string()).meta({ description, example });
const flag = (description: string, example: boolean) => z.boolean().meta({ description, example });
const never = (description: string) => orNull(microseconds).meta({ description });
const slackIds = (description: string, example: string) =>
  z.array(z.string()).meta({ description, example: [example] });
const missingScopes = slackIds('What the app may not do in Slack and should, as Slack told last', 'users:read.email');

/** Where Slack sends what people do; to be told to the app, which the manifest does. */
const addresses = {
  events_url: z.string().meta({
    description: 'The app’s Request URL of events',
    example: 'https://candor.example.com/channels/slack/acme/events',
  }),
  commands_url: z.string().meta({
    description: 'The app’s Request URL of the command /candor',
    example: 'https://candor.example.com/channels/slack/acme/commands',
  }),
  interactions_url: z.string().meta({
    description: 'The app’s Request URL of interactivity',
    example: 'https://candor.example.com/channels/slack/acme/interactions',
  }),
};

export const EXPERT_TYPES = ['USER', 'GROUP'] as const;

export const slackChannel = z
  .object({
    connected: flag('Whether a workspace is connected; all else is empty when none is', true),
    team_id: told('Slack’s id of the workspace', 'T024BE7LD'),
    team_name: told('Name of the workspace', 'Acme'),
    bot_user_id: told('Slack’s id of the app’s bot', 'U0G9QF9C6'),
    has_signing_secret: flag('A signing secret is kept; it is never shown', true),
    has_bot_token: flag('A bot token is kept; it is never shown', true),
    has_app_token: flag('An app-level token is kept, by which Slack is listened to without a public address', false),
    channel_ids: slackIds('Slack’s ids of the channels in which the app answers; empty: wherever it is', 'C024BE91L'),
    user_group_ids: slackIds('Slack’s ids of the user groups that may ask; empty: every member', 'S0604QSJC'),
    allow_guests: flag('Guests of the workspace may ask too', false),
    allow_shared_channels: flag('The app answers in channels shared with other companies, and their people too', false),
    expert: orNull(
      z.object({
        id,
        type: z.enum(EXPERT_TYPES).meta({ description: 'A user or a group', example: 'USER' }),
      }),
    ).meta({ description: 'Who is asked by "Ask an expert"; null: the person who connected Slack' }),
    missing_scopes: missingScopes,
    last_event_at: never('When Slack sent something last; null: never'),
    last_error: told(
      'What went wrong last; null: the last exchange with Slack went well',
      'Slack answered: token_revoked.',
    ),
    last_error_at: never('When that was'),
    updated_at: never('When an administrator changed this last'),
    ...addresses,
  })
  .meta({ id: 'SlackChannel', description: 'The Slack workspace that people of the organization ask in' });
export type SlackChannel = z.infer<typeof slackChannel>;

export const slackTest = z
  .object({
    ok: flag('Slack knows the app, and the app may do all it should', true),
    error: told('Why not, as a sentence', 'Slack does not accept the bot token: token_revoked.'),
    team_id: told('Slack’s id of the workspace', 'T024BE7LD'),
    team_name: told('Name of the workspace', 'Acme'),
    bot_user_id: told('Slack’s id of the app’s bot', 'U0G9QF9C6'),
    missing_scopes: missingScopes,
  })
  .meta({ id: 'SlackTest', description: 'What Slack says of the app' });
export type SlackTest = z.infer<typeof slackTest>;

export const slackManifest = z
  .object({
    manifest: z.string().meta({
      description: 'JSON, to be pasted at api.slack.com/apps under “From a manifest”',
      example: '{"display_information":{"name":"Candor"}}',
    }),
    create_url: z.string().meta({
      description: 'Slack’s page for a new app, with the manifest filled in',
      example: 'https://api.slack.com/apps?new_app=1&manifest_json=%7B%7D',
    }),
    ...addresses,
  })
  .meta({ id: 'SlackManifest', description: 'What makes the app in Slack' });
export type SlackManifest = z.infer<typeof slackManifest>;
