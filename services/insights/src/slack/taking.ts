import { AppError, failpoint, micros, type Bus, type Clock } from '@candor/runtime';
import type { People } from '../clients/people.js';
import { JOBS } from '../jobs.js';
import type { SlackConnection, SlackConnectionStore } from '../store/slack-connections.js';
import type { SlackInboxStore } from '../store/slack-inbox.js';
import type { SlackConnections } from './connections.js';
import { atTheDoor } from './door.js';
import { HELP, LOOKING } from './messages.js';
import { readSlack, type FromSlack, type SlackKind } from './payloads.js';
import { isSigned, type SignedRequest } from './signature.js';

export interface SlackTakingParts {
  connections: SlackConnectionStore;
  settings: SlackConnections;
  inbox: SlackInboxStore;
  people: People;
  bus: Bus;
  clock: Clock;
}

/** What is answered to Slack at once. */
export interface SlackTaken {
  challenge: string;
  text: string;
}

const NOTHING: SlackTaken = { challenge: '', text: '' };
const KINDS: readonly string[] = ['events', 'commands', 'interactions'] satisfies SlackKind[];
/** Takes the place of a secret that there is none of, so that a stranger learns nothing from the time it takes. */
const NO_SECRET = 'no secret of any organization';
/** How exactly it is known when Slack sent something last, microseconds. */
const NOTED_EVERY = 1e6;
const UNSIGNED_EVERY = 60e6;

/** Takes in what Slack sends: checked, stored once, then announced. Slack hears of it when it is stored. */
export class SlackTaking {
  constructor(private readonly parts: SlackTakingParts) {}

  /** Rejects alike whatever is wrong: nobody learns which organization has Slack. */
  async take(tenantName: string, kind: string, request: SignedRequest): Promise<SlackTaken> {
    const { people, connections, clock } = this.parts;
    const organizationId = await people.organizationNamed(tenantName);
    const connection = organizationId === undefined ? undefined : await connections.find(organizationId);
    const secret = this.secretOf(connection);
    const isOurs = isSigned(request, secret ?? NO_SECRET, clock.now());
    if (!connection || secret === undefined || !isOurs || !KINDS.includes(kind)) {
      if (connection && !isOurs) await this.noteUnsigned(connection);
      throw refused();
    }
    const body = Buffer.from(request.body).toString('utf8');
    return this.keep(connection, readSlack(kind as SlackKind, body, connection));
  }

  /** The same of what came over the organization's own connection. */
  async keep(connection: SlackConnection, came: FromSlack): Promise<SlackTaken> {
    const { connections, inbox, bus, clock } = this.parts;
    const { organizationId } = connection;
    const now = micros(clock);
    if (connection.lastEventAt < now - NOTED_EVERY) await connections.heard(organizationId, now);
    if (came.what === 'challenge') return { ...NOTHING, challenge: came.challenge };
    if (came.what === 'help') return { ...NOTHING, text: HELP };
    if (came.what === 'removed') {
      const text = 'The app was removed from the workspace. Install it again, and enter its new bot token.';
      await connections.wentWrong(organizationId, text, now);
    }
    if (came.what !== 'deed') return NOTHING;
    const { id, deed } = came;
    const door = await atTheDoor(deed, connection, inbox, now);
    if (!door.kept) return deed.kind === 'command' ? { ...NOTHING, text: door.said } : NOTHING;
    if (await inbox.insert(organizationId, id, deed, { teamId: connection.teamId, at: now, dueAt: now })) {
      await failpoint('slack.stored');
      await bus.publish(JOBS.slack, { id }, { organizationId, requestId: id });
    }
    return deed.kind === 'command' ? { ...NOTHING, text: LOOKING } : NOTHING;
  }

  /** For the administrator, who may have kept a wrong secret; seldom, because anybody can send such a thing. */
  private async noteUnsigned({ organizationId, lastUnsignedAt, sealedSigningSecret }: SlackConnection): Promise<void> {
    const now = micros(this.parts.clock);
    if (sealedSigningSecret === '' || lastUnsignedAt > now - UNSIGNED_EVERY) return;
    await this.parts.connections.heardUnsigned(organizationId, now);
  }

  private secretOf(connection: SlackConnection | undefined): string | undefined {
    if (!connection || connection.sealedSigningSecret === '') return undefined;
    try {
      return this.parts.settings.secret(connection, 'signing secret');
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }
}

const refused = (): AppError =>
  new AppError('unauthenticated', 'slack_refused', 'This is not signed by the Slack app of the organization.');
