import { AppError, deterministicId, micros, type Clock } from '@candor/runtime';
import { ownCaller } from '../clients/people.js';
import type { Questionnaires } from '../clients/questionnaires.js';
import type { SlackDocument, SlackInboxStore, SlackReply } from '../store/slack-inbox.js';
import type { NotYet } from './answering.js';
import { expertMessage } from './messages.js';

export interface ExpertAnswersParts {
  inbox: SlackInboxStore;
  questionnaires: Questionnaires;
  clock: Clock;
}

/** The next look is after a tenth of the time that was waited, within these bounds; microseconds. */
const SOONEST = 5e6;
const LATEST = 600e6;
/** Who has not answered by then will not; microseconds. */
const WAITED_FOR = 30 * 86_400e6;
const FAILED_FOR_NOW: readonly string[] = ['unavailable', 'internal', 'rate_limited'] satisfies AppError['kind'][];

/** Of the questionnaire that is made for a conversation. */
export const questionnaireIdOf = (organizationId: string, conversationId: string): string =>
  deterministicId('asked in slack', organizationId, conversationId);

/** Waits for what experts answer, so that it is told to whoever asked them, where they asked. */
export class ExpertAnswers {
  constructor(private readonly parts: ExpertAnswersParts) {}

  /** From now on the answer is waited for, once for each conversation; the first who asked the expert is told. */
  async await(pressed: SlackDocument, question: string): Promise<void> {
    const { inbox, clock } = this.parts;
    const { organizationId, userId, userTeamId, channelId, isDirect, isPrivate = false, conversationId } = pressed;
    const now = micros(clock);
    // What only one person saw is told to that person alone.
    const threadTs = isPrivate ? '' : pressed.threadTs;
    await inbox.insert(
      organizationId,
      deterministicId('expert answer in slack', organizationId, conversationId),
      {
        kind: 'expert_answer',
        userId,
        userTeamId,
        channelId,
        isDirect,
        isShared: false,
        isPrivate,
        threadTs,
        text: question,
        responseUrl: '',
        action: '',
        conversationId,
      },
      { teamId: pressed.teamId, at: now, dueAt: now + SOONEST },
    );
  }

  /** What is to be said by now; undefined: nothing, ever. */
  async reply(item: SlackDocument): Promise<SlackReply | NotYet | undefined> {
    const { organizationId, conversationId, receivedAt, userId, text } = item;
    const waited = micros(this.parts.clock) - receivedAt;
    const caller = ownCaller(organizationId, 'VIEWER');
    const call = { caller, requestId: caller.requestId };
    const later = { again: micros(this.parts.clock) + Math.min(Math.max(waited / 10, SOONEST), LATEST) };
    try {
      const id = questionnaireIdOf(organizationId, conversationId);
      const found = await this.parts.questionnaires.expertAnswer(call, id);
      if (found.state === 'answered') return expertMessage(userId, text, found.answers);
      return found.state === 'gone' || waited > WAITED_FOR ? undefined : later;
    } catch (error) {
      if (error instanceof AppError && FAILED_FOR_NOW.includes(error.kind) && waited <= WAITED_FOR) return later;
      throw error;
    }
  }
}
