import { BRAND } from '@candor/runtime';
import { BOT_SCOPES } from './api.js';

/** Where Slack reaches an organization here. */
export interface SlackAddresses {
  eventsUrl: string;
  commandsUrl: string;
  interactionsUrl: string;
}

/** What makes the app in Slack: its bot, its command, and where it sends what people do. JSON. */
export function manifestOf({ eventsUrl, commandsUrl, interactionsUrl }: SlackAddresses): string {
  const manifest = {
    display_information: {
      name: BRAND.name,
      description: 'Answers security questions from approved answers and documents',
    },
    features: {
      app_home: { home_tab_enabled: false, messages_tab_enabled: true, messages_tab_read_only_enabled: false },
      bot_user: { display_name: BRAND.name, always_online: true },
      slash_commands: [
        {
          command: '/candor',
          url: commandsUrl,
          description: 'Ask a security question',
          usage_hint: 'QUESTION | status | help',
          should_escape: true,
        },
      ],
    },
    oauth_config: { scopes: { bot: [...BOT_SCOPES] } },
    settings: {
      event_subscriptions: { request_url: eventsUrl, bot_events: ['app_mention', 'message.im'] },
      interactivity: { is_enabled: true, request_url: interactionsUrl },
      org_deploy_enabled: false,
      socket_mode_enabled: false,
      token_rotation_enabled: false,
    },
  };
  return JSON.stringify(manifest, null, 2);
}
