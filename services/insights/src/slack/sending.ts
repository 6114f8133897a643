import { failpoint, micros, type Clock } from '@candor/runtime';
import type { SendingPhase, SlackDocument, SlackInboxStore, SlackOutcome, SlackReply } from '../store/slack-inbox.js';
import { SlackFailure } from './api.js';
import { copyOf } from './messages.js';
import { whyNotSent } from './not-sent.js';
import type { Place, Workspace } from './workspace.js';

const TIMEOUT_MS = 10_000;

export interface SlackSendingParts {
  inbox: SlackInboxStore;
  clock: Clock;
  /** Of Slack's API: where a response address may lead besides slack.com. */
  apiUrl: string;
}

/** Where a message goes, and which of an item's two messages it is. */
interface Destination {
  workspace: Workspace;
  place: Place;
  phase: SendingPhase;
}

/**
 * Sends a reply, once. That it is about to be sent is stored before; whoever finds that stored looks whether it arrived. At a
 * response address nobody can look: what may have arrived there goes into the direct messages as well, where one can.
 */
export class SlackSending {
  constructor(private readonly parts: SlackSendingParts) {}

  /** How it ended; rejects with `SlackFailure` when it is to be tried again, or never. */
  async send(item: SlackDocument, reply: SlackReply, workspace: Workspace): Promise<SlackOutcome> {
    if (item.responseUrl !== '') return this.toResponseUrl(item, reply, workspace);
    const { channelId, threadTs, userId } = item;
    const place = threadTs === '' ? { userId } : { channelId, threadTs };
    return this.toPlace(item, reply, { workspace, place, phase: 'sending' });
  }

  private async toPlace(item: SlackDocument, reply: SlackReply, to: Destination): Promise<SlackOutcome> {
    const { inbox, clock } = this.parts;
    const { workspace, place, phase } = to;
    const since = phase === 'sending' ? item.sendingSince : item.copyingSince;
    if (since > 0 && (await this.arrived(item, to, since))) return 'answered';
    if (!(await inbox.markSending(item, micros(clock), phase))) return 'unsure';
    await failpoint('slack.sending');
    const message = {
      ...('userId' in place ? { channel: place.userId } : { channel: place.channelId, thread_ts: place.threadTs }),
      ...bodyOf(reply),
      metadata: { event_type: 'candor_reply', event_payload: { item_id: item.id } },
      unfurl_links: false,
      unfurl_media: false,
      link_names: false,
      parse: 'none',
    };
    try {
      await workspace.call('chat.postMessage', message);
    } catch (error) {
      // What surely did not arrive needs no look.
      if (error instanceof SlackFailure && error.kind !== 'unsure') await inbox.markSending(item, 0, phase);
      throw error;
    }
    await failpoint('slack.sent');
    return 'answered';
  }

  /** A place that must not be read cannot tell: then it counts as arrived, since nobody is told twice. */
  private async arrived({ id }: SlackDocument, { workspace, place }: Destination, since: number): Promise<boolean> {
    try {
      return await workspace.hasMessage(place, id, since);
    } catch (error) {
      if (error instanceof SlackFailure && error.kind === 'refused' && error.code !== 'thread_not_found') return true;
      throw error;
    }
  }

  private async toResponseUrl(item: SlackDocument, reply: SlackReply, workspace: Workspace): Promise<SlackOutcome> {
    const { inbox, clock, apiUrl } = this.parts;
    if (item.sendingSince > 0) return this.copy(item, reply, workspace);
    if (!isSlacks(item.responseUrl, apiUrl))
      throw new SlackFailure('refused', 'foreign_response_url', 'A response address was not one of Slack.');
    if (!(await inbox.markSending(item, micros(clock)))) return 'unsure';
    await failpoint('slack.sending');
    const status = await this.post(item, { response_type: 'ephemeral', replace_original: false, ...bodyOf(reply) });
    if (status === 'unsure') return this.copy(item, reply, workspace);
    await failpoint('slack.sent');
    if (status >= 200 && status < 300) return 'answered';
    const text = `Slack answered ${status} to a reply that only one person sees.`;
    if (status !== 429 && status < 500) throw new SlackFailure('refused', `http_${status}`, text);
    await inbox.markSending(item, 0);
    throw new SlackFailure('away', `http_${status}`, text);
  }

  /** Where the app must not write to the person, it stays unknown whether the reply arrived. */
  private async copy(item: SlackDocument, reply: SlackReply, workspace: Workspace): Promise<SlackOutcome> {
    const place = { userId: item.userId };
    try {
      return await this.toPlace(item, copyOf(reply), { workspace, place, phase: 'copying' });
    } catch (error) {
      if (error instanceof SlackFailure && error.kind === 'refused') return 'unsure';
      throw error;
    }
  }

  /** The status of the answer; unsure: there was none, though it may have arrived. */
  private async post(item: SlackDocument, body: object): Promise<number | 'unsure'> {
    try {
      const response = await fetch(item.responseUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      return response.status;
    } catch (error) {
      const code = (error as { cause?: { code?: string } }).cause?.code ?? '';
      const why = whyNotSent(code);
      if (why === undefined) return 'unsure';
      await this.parts.inbox.markSending(item, 0);
      throw new SlackFailure('away', 'unreachable', `Slack could not be reached for a reply (${why}).`);
    }
  }
}

const bodyOf = ({ text, blocks }: SlackReply): object => ({
  text,
  ...(blocks === '' ? {} : { blocks: JSON.parse(blocks) as object[] }),
});

/** Slack's own hosts, and that of the API where the operator names another. */
function isSlacks(url: string, apiUrl: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, host } = new URL(url);
  return (
    host === new URL(apiUrl).host || (protocol === 'https:' && /^([a-z0-9-]+\.)*slack(-gov)?\.com$/.test(hostname))
  );
}
