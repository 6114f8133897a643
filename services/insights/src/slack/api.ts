import { micros, type Clock, type Logger } from '@candor/runtime';
import type { WebClient, WebClientOptions } from '@slack/web-api';
import { whyNotSent } from './not-sent.js';

/** What the app does in Slack needs these; the manifest asks for them. */
export const BOT_SCOPES = [
  'app_mentions:read',
  'channels:history',
  'channels:read',
  'chat:write',
  'commands',
  'groups:history',
  'groups:read',
  'im:history',
  'im:read',
  'mpim:history',
  'mpim:read',
  'usergroups:read',
  'users:read',
  'users:read.email',
] as const;

/** Why Slack did not do what it was asked to. */
export class SlackFailure extends Error {
  constructor(
    /** Refused: it will always be. Busy, away: it may be tried again. Unsure: it may have been done all the same. */
    readonly kind: 'refused' | 'busy' | 'away' | 'unsure',
    /** Slack's code, such as "channel_not_found". */
    readonly code: string,
    /** A sentence for administrators. */
    message: string,
    /** Microseconds; of a busy one. */
    readonly until = 0,
  ) {
    super(message);
    this.name = 'SlackFailure';
  }
}

/** Who a token is. */
export interface SlackIdentity {
  teamId: string;
  teamName: string;
  botUserId: string;
  botId: string;
  missingScopes: string[];
}

/** Calls of Slack's API with one bot token, each once: whoever calls tries again. All reject with `SlackFailure`. */
export interface SlackApi {
  call(method: string, request?: Record<string, unknown>): Promise<Record<string, unknown>>;
  whoAmI(): Promise<SlackIdentity>;
}

export type OpenSlack = (botToken: string) => SlackApi;

const TIMEOUT_MS = 10_000;
/** Slack asks for a minute at most, as a rule; more than an hour is a mistake. */
const MOST_WAIT_SECONDS = 3600;
/** Errors by which Slack says that something is wrong on its side for now. */
const PASSING = new Set(['internal_error', 'fatal_error', 'service_unavailable', 'request_timeout', 'ratelimited']);

export interface SlackApiOptions {
  /** Where Slack's methods are, with a slash at the end. */
  url: string;
  clock: Clock;
  logger: Logger;
}

/** Slack's API by its own client; loaded with the first call, because most installations have no Slack. */
export function slackApi({ url, clock, logger }: SlackApiOptions): OpenSlack {
  return (token) => {
    let client: Promise<WebClient> | undefined;
    const open = async (): Promise<WebClient> => {
      const { LogLevel, WebClient: Client } = await import('@slack/web-api');
      const options: WebClientOptions = {
        slackApiUrl: url,
        timeout: TIMEOUT_MS,
        // Who calls keeps the time that Slack asks for, across processes, and tries again.
        retryConfig: { retries: 0 },
        rejectRateLimitedCalls: true,
        allowAbsoluteUrls: false,
        logger: quiet(logger, LogLevel.INFO),
      };
      return new Client(token, options);
    };
    const call = async (method: string, request: Record<string, unknown> = {}) => {
      client ??= open();
      const opened = await client;
      try {
        return { ...(await opened.apiCall(method, request)) };
      } catch (error) {
        throw failureOf(error, method, micros(clock));
      }
    };
    return { call, whoAmI: async () => identityOf(await call('auth.test')) };
  };
}

function identityOf(reply: Record<string, unknown>): SlackIdentity {
  const given = ((reply['response_metadata'] ?? {}) as { scopes?: string[] }).scopes;
  const text = (name: string): string => (typeof reply[name] === 'string' ? reply[name] : '');
  return {
    teamId: text('team_id'),
    teamName: text('team'),
    botUserId: text('user_id'),
    botId: text('bot_id'),
    // Without the header nothing is known of them.
    missingScopes: given ? BOT_SCOPES.filter((scope) => !given.includes(scope)) : [],
  };
}

/** What the client's errors mean. `now` in microseconds. */
function failureOf(error: unknown, method: string, now: number): SlackFailure {
  const { code, data, original, retryAfter, statusCode } = (error ?? {}) as {
    code?: string;
    data?: { error?: string };
    original?: NodeJS.ErrnoException & { cause?: NodeJS.ErrnoException };
    retryAfter?: number;
    statusCode?: number;
  };
  if (code === 'slack_webapi_rate_limited_error') {
    const seconds = Math.min(Math.max(retryAfter ?? 1, 1), MOST_WAIT_SECONDS);
    return new SlackFailure(
      'busy',
      'ratelimited',
      `Slack asks to wait ${seconds} s before ${method}.`,
      now + seconds * 1e6,
    );
  }
  if (code === 'slack_webapi_platform_error') {
    const said = data?.error ?? 'unknown_error';
    const kind = PASSING.has(said) ? 'away' : 'refused';
    return new SlackFailure(kind, said, `Slack refused ${method}: ${said}.`);
  }
  if (code === 'slack_webapi_http_error') {
    const status = statusCode ?? 0;
    // An answer of a server in between, or of Slack in trouble: what it did is not known.
    return new SlackFailure(
      status >= 500 ? 'unsure' : 'refused',
      `http_${status}`,
      `Slack answered ${method} with ${status}.`,
    );
  }
  const reason = original?.code ?? original?.cause?.code ?? '';
  const why = whyNotSent(reason) ?? reason;
  const text = `Slack could not be reached for ${method}${why ? ` (${why})` : ''}.`;
  return new SlackFailure(whyNotSent(reason) === undefined ? 'unsure' : 'away', 'unreachable', text);
}

/** Slack's client logs what it sends at debug; only its warnings go on, without what they are about. */
export function quiet(logger: Logger, level: unknown): NonNullable<WebClientOptions['logger']> {
  const pass = (): void => undefined;
  return {
    debug: pass,
    info: pass,
    warn: () => logger.debug('the client of Slack warns'),
    error: () => logger.debug('the client of Slack failed'),
    setLevel: pass,
    getLevel: () => level as never,
    setName: pass,
  };
}
