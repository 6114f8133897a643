import { failpoint, micros, type Clock } from '@candor/runtime';
import type { SlackInboxStore, SlackDocument, SlackOutcome, SlackReply } from '../store/slack-inbox.js';
import { SlackFailure } from './api.js';
import type { Workspace } from './workspace.js';

const TIMEOUT_MS = 10_000;

export interface SlackSendingParts {
  inbox: SlackInboxStore;
  clock: Clock;
  /** Of Slack's API: where a response address may lead besides slack.com. */
  apiUrl: string;
}

/**
 * Sends a reply, once. That it is about to be sent is stored before; whoever finds that stored looks in the thread whether it
 * arrived. At a response address nobody can look: what may have arrived is not sent again.
 */
export class SlackSending {
  constructor(private readonly parts: SlackSendingParts) {}

  /** How it ended; rejects with `SlackFailure` when it is to be tried again, or never. */
  async send(item: SlackDocument, reply: SlackReply, workspace: Workspace): Promise<SlackOutcome> {
    return item.responseUrl === '' ? this.toThread(item, reply, workspace) : this.toResponseUrl(item, reply);
  }

  private async toThread(item: SlackDocument, reply: SlackReply, workspace: Workspace): Promise<SlackOutcome> {
    if (item.sendingSince > 0 && (await this.arrived(item, workspace))) return 'answered';
    if (!(await this.parts.inbox.markSending(item, micros(this.parts.clock)))) return 'unsure';
    await failpoint('slack.sending');
    const message = {
      channel: item.channelId,
      thread_ts: item.threadTs,
      text: reply.text,
      ...(reply.blocks === '' ? {} : { blocks: JSON.parse(reply.blocks) as object[] }),
      metadata: { event_type: 'candor_reply', event_payload: { item_id: item.id } },
      ...{ unfurl_links: false, unfurl_media: false, link_names: false, parse: 'none' },
    };
    try {
      await workspace.call('chat.postMessage', message);
    } catch (error) {
      // What surely did not arrive needs no look into the thread.
      if (error instanceof SlackFailure && error.kind !== 'unsure') await this.parts.inbox.markSending(item, 0);
      throw error;
    }
    await failpoint('slack.sent');
    return 'answered';
  }

  /** A thread that must not be read cannot tell: then it counts as arrived, since nobody is told twice. */
  private async arrived(item: SlackDocument, workspace: Workspace): Promise<boolean> {
    try {
      return await workspace.hasReply(item.channelId, item.threadTs, item.id);
    } catch (error) {
      if (error instanceof SlackFailure && error.kind === 'refused' && error.code !== 'thread_not_found') return true;
      throw error;
    }
  }

  private async toResponseUrl(item: SlackDocument, reply: SlackReply): Promise<SlackOutcome> {
    const { inbox, clock, apiUrl } = this.parts;
    if (item.sendingSince > 0) return 'unsure';
    if (!isSlacks(item.responseUrl, apiUrl))
      throw new SlackFailure('refused', 'foreign_response_url', 'A response address was not one of Slack.');
    if (!(await inbox.markSending(item, micros(clock)))) return 'unsure';
    await failpoint('slack.sending');
    const status = await this.post(item, {
      ...{ response_type: 'ephemeral', replace_original: false, text: reply.text },
      ...(reply.blocks === '' ? {} : { blocks: JSON.parse(reply.blocks) as object[] }),
    });
    if (status === 'unsure' || (status >= 200 && status < 300)) return status === 'unsure' ? 'unsure' : 'answered';
    const text = `Slack answered ${status} to a reply that only one person sees.`;
    if (status !== 429 && status < 500) throw new SlackFailure('refused', `http_${status}`, text);
    await inbox.markSending(item, 0);
    throw new SlackFailure('away', `http_${status}`, text);
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
      if (!['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes(code)) return 'unsure';
      await this.parts.inbox.markSending(item, 0);
      throw new SlackFailure('away', 'unreachable', `Slack could not be reached for a reply (${code}).`);
    }
  }
}

/** Slack's own hosts, and that of the API where the operator names another. */
function isSlacks(url: string, apiUrl: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, host } = new URL(url);
  return (
    host === new URL(apiUrl).host || (protocol === 'https:' && /^([a-z0-9-]+\.)*slack(-gov)?\.com$/.test(hostname))
  );
}
