import { micros, Repeater, type Clock, type Logger } from '@candor/runtime';
import type { SocketModeClient } from '@slack/socket-mode';
import type { SlackConnection, SlackConnectionStore } from '../store/slack-connections.js';
import type { SlackSystemScope } from '../store/slack-system-scope.js';
import { quiet } from './api.js';
import type { SlackConnections } from './connections.js';
import { readSlackObject, type SlackKind } from './payloads.js';
import type { SlackTaking } from './taking.js';

export interface SlackSocketsParts {
  connections: SlackConnectionStore;
  settings: SlackConnections;
  taking: SlackTaking;
  system: SlackSystemScope;
  /** Where Slack's methods are, with a slash at the end. */
  apiUrl: string;
  clock: Clock;
  logger: Logger;
  /** How long a connection that could not be opened is left alone, milliseconds; for tests. */
  restMs?: number;
}

/** What the library tells of a message that came. */
interface CameBySocket {
  type: string;
  body: unknown;
  ack(response?: Record<string, unknown>): Promise<void>;
}

const LOOK_EVERY_MS = 2000;
/** Slack gives a new connection once a minute, as a rule, to who asks again and again. */
const REST_MS = 60_000;
const CLOSE_MS = 2000;
const KINDS: Readonly<Record<string, SlackKind>> = {
  events_api: 'events',
  slash_commands: 'commands',
  interactive: 'interactions',
};

/**
 * Listens to Slack by a connection of our own, for organizations that gave an app-level token: Slack needs no way in then. Every
 * replica has one of each; Slack sends to one of them, and what comes twice is stored once.
 */
export class SlackSockets {
  private readonly open = new Map<string, { client: SocketModeClient; sealed: string }>();
  /** Of those that could not be opened: when they may be tried again, milliseconds. */
  private readonly resting = new Map<string, { sealed: string; until: number }>();
  private readonly looking: Repeater;
  private stopped = false;

  constructor(private readonly parts: SlackSocketsParts) {
    this.looking = new Repeater(
      LOOK_EVERY_MS,
      () => this.look(),
      (error) => parts.logger.warn({ err: error }, 'could not look which organizations listen to Slack'),
    );
  }

  start(): void {
    this.looking.start();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.looking.stop();
    for (const organizationId of [...this.open.keys()]) await this.close(organizationId);
  }

  /** Opens what is missing, closes what has another token, or none any more. */
  private async look(): Promise<void> {
    const { system, connections } = this.parts;
    const wanted = new Set(await system.overSockets());
    for (const organizationId of this.open.keys()) if (!wanted.has(organizationId)) await this.close(organizationId);
    for (const organizationId of wanted) {
      if (this.stopped) return;
      const connection = await connections.find(organizationId);
      const has = this.open.get(organizationId);
      if (!connection || has?.sealed === connection.sealedAppToken) continue;
      if (has) await this.close(organizationId);
      const rest = this.resting.get(organizationId);
      if (rest?.sealed === connection.sealedAppToken && rest.until > this.parts.clock.now()) continue;
      await this.listen(connection);
    }
  }

  private async listen(connection: SlackConnection): Promise<void> {
    const { settings, connections, apiUrl, restMs = REST_MS, clock, logger } = this.parts;
    const { organizationId, sealedAppToken: sealed } = connection;
    const fail = async (text: string): Promise<void> => {
      this.resting.set(organizationId, { sealed, until: clock.now() + restMs });
      await connections.wentWrong(organizationId, text, micros(clock));
    };
    let appToken: string;
    try {
      appToken = settings.secret(connection, 'app token');
    } catch (error) {
      return fail(error instanceof Error ? error.message : 'The app token cannot be opened. Enter it again.');
    }
    const { LogLevel, SocketModeClient: Client } = await import('@slack/socket-mode');
    const client = new Client({
      appToken,
      // Its own way to connect again lets failures end the process: the next look does it.
      autoReconnectEnabled: false,
      logger: quiet(logger, LogLevel.INFO),
      clientOptions: { slackApiUrl: apiUrl, allowAbsoluteUrls: false, retryConfig: { retries: 0 } },
    });
    this.open.set(organizationId, { client, sealed });
    client.on('slack_event', (came: CameBySocket) => void this.take(organizationId, came));
    client.on('error', () => logger.debug('a connection to Slack failed, and is made anew'));
    const forget = (): void => {
      if (this.open.get(organizationId)?.client === client) this.open.delete(organizationId);
    };
    client.on('disconnected', forget);
    client.start().catch((error: unknown) => {
      forget();
      if (this.stopped) return;
      const code = (error as { data?: { error?: string } } | undefined)?.data?.error;
      const refused = `Slack does not accept the app-level token: ${code ?? ''}. Enter it again.`;
      const away = 'The connection to Slack could not be opened. It is tried again every minute.';
      fail(code === undefined ? away : refused).catch(() => undefined);
    });
  }

  /** Slack hears of it when it is stored; what it does not hear of it sends again. */
  private async take(organizationId: string, { type, body, ack }: CameBySocket): Promise<void> {
    const { connections, taking, logger } = this.parts;
    const kind = KINDS[type];
    try {
      const connection = await connections.find(organizationId);
      if (!connection || kind === undefined) return;
      const { text } = await taking.keep(connection, readSlackObject(kind, body, connection));
      await (text === '' ? ack() : ack({ response_type: 'ephemeral', text }));
    } catch (error) {
      logger.warn({ err: error }, 'what came from Slack could not be stored');
    }
  }

  private async close(organizationId: string): Promise<void> {
    const has = this.open.get(organizationId);
    this.open.delete(organizationId);
    has?.client.removeAllListeners('slack_event');
    if (!has) return;
    // One that is only being opened never says that it is closed.
    const patience = new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref());
    await Promise.race([has.client.disconnect().catch(() => undefined), patience]);
  }
}
