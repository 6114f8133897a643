import { AppError, BRAND, micros, Repeater, type Bus, type Clock, type Delivery, type Logger } from '@candor/runtime';
import { JOBS, type Target } from '../jobs.js';
import type { SlackConnectionStore } from '../store/slack-connections.js';
import type { SlackInboxStore, SlackDocument, SlackOutcome, SlackReply } from '../store/slack-inbox.js';
import type { SlackSystemScope } from '../store/slack-system-scope.js';
import { admit, mayAsk } from './admission.js';
import type { NotYet, SlackAnswering } from './answering.js';
import { SlackFailure, type OpenSlack } from './api.js';
import type { SlackConnections } from './connections.js';
import type { ExpertAnswers } from './expert-answers.js';
import { said } from './messages.js';
import { NAME_AFTER, type SlackNames } from './names.js';
import type { SlackSending } from './sending.js';
import { Workspace } from './workspace.js';

export interface SlackWorkerParts {
  inbox: SlackInboxStore;
  system: SlackSystemScope;
  connections: SlackConnectionStore;
  settings: SlackConnections;
  answering: SlackAnswering;
  expertAnswers: ExpertAnswers;
  names: SlackNames;
  sending: SlackSending;
  open: OpenSlack;
  bus: Bus;
  clock: Clock;
  logger: Logger;
  /** No other replica works on this database: what a predecessor had in hand is taken up at the start. */
  alone: boolean;
  /** Seconds before the 2nd, 3rd, … try; after the last one it is given up. For tests. */
  retryAfterS?: readonly number[];
}

/** With what was found out since it was claimed. */
type SlackInHand = SlackDocument & { isAdmitted?: boolean };

export const RETRY_AFTER_S = [3, 15, 60, 180, 600, 1200] as const;
/** Longer than one attempt can take: an engine behind a model, and some calls of Slack. Microseconds. */
const LEASE = 120e6;
const SWEEP_EVERY_MS = 1000;
/** A message that has not come by then is published again, microseconds. */
const ANNOUNCED_FOR = 15e6;
/** Whoever asked has gone away; microseconds. */
const GIVEN_UP_AFTER = 3600e6;
const TOO_LATE = 'What was asked in Slack took longer than an hour.';
/** Said to whoever asked, where the work failed for good and nothing has been said. */
const NOT_DONE = `That did not work. Ask again, or tell whoever looks after ${BRAND.name} here.`;
/** For so long a repeat is known, microseconds; Slack repeats for an hour. */
const KEPT = 3 * 86_400e6;
const PURGE_EVERY_MS = 600_000;
const AT_ONCE = 200;

/** Works on what came from Slack: stored first, a pointer on the bus, claimed under a lease, swept up when it does not move. */
export class SlackWorker {
  private readonly sweeping: Repeater;
  private purgedAt = 0;

  constructor(private readonly parts: SlackWorkerParts) {
    this.sweeping = new Repeater(
      SWEEP_EVERY_MS,
      () => this.sweep(),
      (error) => parts.logger.error({ err: error }, 'could not sweep what came from Slack'),
    );
  }

  async start(): Promise<void> {
    const { bus, alone, system, clock } = this.parts;
    if (alone) await system.reclaimAll(micros(clock));
    await bus.consume(JOBS.slack, (delivery) => this.work(delivery));
    this.sweeping.start();
  }

  async stop(): Promise<void> {
    await this.sweeping.stop();
  }

  private async sweep(): Promise<void> {
    const { inbox, system, names, bus, clock } = this.parts;
    const now = micros(clock);
    for (const { organizationId, id, announcedAt } of await system.overdue(now, now - ANNOUNCED_FOR, AT_ONCE)) {
      if (!(await inbox.announce(organizationId, id, announcedAt, now))) continue;
      await bus.publish(JOBS.slack, { id }, { organizationId, requestId: 'sweeper' });
    }
    await names.round();
    if (now / 1000 - this.purgedAt < PURGE_EVERY_MS) return;
    this.purgedAt = now / 1000;
    await system.removeEndedWindows(now - KEPT);
  }

  private async work({ payload: { id }, organizationId }: Delivery<Target>): Promise<void> {
    const { inbox, connections, clock, logger } = this.parts;
    const now = micros(clock);
    const item = await inbox.claim(organizationId, id, now, now + LEASE);
    if (!item) return;
    try {
      const ended = await this.handle(item);
      if (ended === undefined) return;
      // Who heard only why there is no answer has none, and the administrator still reads why.
      const outcome = ended === 'answered' ? (item.reply?.ends ?? ended) : ended;
      await inbox.finish(item, outcome, micros(clock) + NAME_AFTER[0]);
      if (outcome === 'answered') await connections.wentWrong(organizationId, '', micros(clock));
    } catch (error) {
      const failure = this.failureOf(error);
      if (!(error instanceof SlackFailure) && !(error instanceof AppError))
        logger.error({ err: error, item: id }, 'what came from Slack could not be worked on');
      await this.failed(item, failure);
    }
  }

  /** Undefined: it was postponed. */
  private async handle(item: SlackInHand): Promise<SlackOutcome | undefined> {
    const { connections, settings, sending, inbox, open, clock } = this.parts;
    const connection = await connections.find(item.organizationId);
    // What one workspace was asked is not answered in another.
    if (!connection || (item.teamId !== '' && item.teamId !== connection.teamId)) return 'disconnected';
    const api = open(settings.secret(connection, 'bot token'));
    const workspace = new Workspace(connection, api, connections, clock);
    const isExperts = item.kind === 'expert_answer';
    const reply =
      item.reply ?? (await (isExperts ? this.parts.expertAnswers.reply(item) : this.replyTo(item, workspace)));
    if (reply === undefined) return 'given_up';
    if (typeof reply === 'string') return reply;
    if ('again' in reply) {
      if (!isExperts && micros(clock) - item.receivedAt > GIVEN_UP_AFTER)
        throw new SlackFailure('away', 'too_late', TOO_LATE);
      await inbox.postpone(item, reply.again);
      return undefined;
    }
    // An expert may have taken days; from now on it is late as everything else is.
    const since = isExperts && !item.reply ? micros(clock) : item.receivedAt;
    if (!item.reply && !(await inbox.keepReply(item, reply, since))) return undefined;
    // Where sending fails, whoever gives up knows that there was something to say.
    Object.assign(item, { reply, receivedAt: since });
    if (isExperts && !(await mayAsk(item, workspace)).admitted) return 'not_admitted';
    return sending.send(item, reply, workspace);
  }

  /** An outcome where nothing is said. */
  private async replyTo(item: SlackInHand, workspace: Workspace): Promise<SlackReply | NotYet | SlackOutcome> {
    const admission = await admit(item, workspace, this.parts.inbox);
    if (admission.admitted) {
      item.isAdmitted = true;
      return this.parts.answering.reply(item, admission.user, workspace);
    }
    const { reason, because } = admission;
    return reason === '' ? because : { ...said(reason), ends: because };
  }

  private failureOf(error: unknown): SlackFailure {
    if (error instanceof SlackFailure) return error;
    if (error instanceof AppError && error.kind !== 'internal') {
      return new SlackFailure(error.kind === 'unavailable' ? 'away' : 'refused', error.code, error.message);
    }
    return new SlackFailure(
      'away',
      'internal_error',
      'A question from Slack could not be worked on; the log says why.',
    );
  }

  /** Tried again later, unless that is of no use; what went wrong is told in the settings. */
  private async failed(item: SlackInHand, { kind, message, until }: SlackFailure): Promise<void> {
    const { inbox, connections, clock, retryAfterS = RETRY_AFTER_S } = this.parts;
    const now = micros(clock);
    const wait = retryAfterS[item.failures];
    const isTooLate = now - item.receivedAt > GIVEN_UP_AFTER;
    await connections.wentWrong(item.organizationId, message, now);
    if (kind === 'busy' && !isTooLate) await inbox.postpone(item, until);
    else if (kind === 'refused' || wait === undefined || isTooLate)
      await this.giveUp(item, kind === 'refused' ? 'refused' : 'given_up');
    // Spread, so that what failed together does not come back together.
    else await inbox.retry(item, now + wait * 1e6 * (1 + Math.random() * 0.1));
  }

  /**
   * Nobody who may ask is left without a word: what could not be worked on is said; where saying it fails as well, that is
   * all. Where it is not known whether they may, they are strangers.
   */
  private async giveUp(item: SlackInHand, outcome: SlackOutcome): Promise<void> {
    const { inbox, clock } = this.parts;
    const now = micros(clock);
    const isToldSo = item.reply === undefined && item.isAdmitted === true;
    if (isToldSo && (await inbox.keepReply(item, { ...said(NOT_DONE), ends: 'given_up' })))
      await inbox.postpone(item, now);
    else await inbox.finish(item, outcome, now + NAME_AFTER[0]);
  }
}
