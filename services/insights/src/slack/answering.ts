import { AppError, micros, type Clock } from '@candor/runtime';
import type { Asking } from '../asking.js';
import { ownCaller, type People, type Person } from '../clients/people.js';
import type { Questionnaires } from '../clients/questionnaires.js';
import type { Conversation, ConversationStore } from '../store/conversations.js';
import type { IntakeStore } from '../store/intake.js';
import type { SlackDocument, SlackReply } from '../store/slack-inbox.js';
import { SlackConnections } from './connections.js';
import { questionnaireIdOf, type ExpertAnswers } from './expert-answers.js';
import { answerMessage, HELP, said, statusMessage } from './messages.js';
import { escaped, shortened } from './mrkdwn.js';
import { isCommandWord } from './words/commands.js';
import { isOfTheHouse, type SlackUser, type Workspace } from './workspace.js';

export interface SlackAnsweringParts {
  asking: Asking;
  people: People;
  questionnaires: Questionnaires;
  conversations: ConversationStore;
  /** Accepted and not yet in the log. */
  waiting: IntakeStore;
  expertAnswers: ExpertAnswers;
  clock: Clock;
  /** Where people reach the console, without a slash at the end. */
  publicUrl: string;
}

/** There is nothing to say yet: ask again at a time, microseconds. */
export interface NotYet {
  again: number;
}

const MOST_LISTED = 10;
const MOST_ASKED = 8000;
/** Of the answer that the expert reads with the question. */
const MOST_QUOTED = 500;
const AGAIN_AFTER = 2e6;

/** What is said to somebody who may ask. Repeats say the same and leave the same behind. */
export class SlackAnswering {
  constructor(private readonly parts: SlackAnsweringParts) {}

  async reply(item: SlackDocument, user: SlackUser, workspace: Workspace): Promise<SlackReply | NotYet> {
    // From here on an address is one that counts.
    const email = isOfTheHouse(user, workspace.connection) ? user.email : '';
    const asker = { ...user, email };
    const person = email === '' ? undefined : await this.parts.people.personWith(item.organizationId, email);
    if (item.kind === 'button') return this.pressed(item, asker, person, workspace);
    if (item.kind === 'command' && isCommandWord('status', item.text)) return this.status(item, person);
    return this.answer(item, asker, person, workspace);
  }

  private async answer(
    item: SlackDocument,
    user: SlackUser,
    person: Person | undefined,
    workspace: Workspace,
  ): Promise<SlackReply> {
    const { connection } = workspace;
    const { asking, publicUrl } = this.parts;
    if (wordsOf(item.text) === '') return said(HELP);
    try {
      const asked = await asking.ask(
        { ...callFor(item, person), caller: ownCaller(item.organizationId, 'VIEWER', person?.id) },
        {
          question: item.text,
          sourceType: 'slack_dm',
          origin: 'slack',
          idempotencyKey: item.id,
          userName: user.name || undefined,
          userEmail: user.email || undefined,
          userProfileImage: user.picture || undefined,
        },
      );
      const canAsk = SlackConnections.expertOf(connection) !== undefined;
      const reply = answerMessage(asked, { publicUrl, mayOpen: person !== undefined, canAsk });
      return user.name === '' ? { ...reply, namelessConversation: asked.conversationId } : reply;
    } catch (error) {
      if (error instanceof AppError && error.kind === 'invalid') return said(`${escaped(error.message)} ${HELP}`);
      throw error;
    }
  }

  /** Titles and customers are for people of the organization, whoever else is in the workspace. */
  private async status(item: SlackDocument, person: Person | undefined): Promise<SlackReply> {
    if (!person) {
      return said(
        'Only people with an account here see questionnaires. Ask an administrator to invite your email address.',
      );
    }
    const list = await this.parts.questionnaires.open(callFor(item, person), MOST_LISTED);
    return statusMessage(list, this.parts.publicUrl);
  }

  private async pressed(
    item: SlackDocument,
    user: SlackUser,
    person: Person | undefined,
    workspace: Workspace,
  ): Promise<SlackReply | NotYet> {
    const { conversations, clock } = this.parts;
    const { organizationId, action } = item;
    const conversation = await this.conversation(organizationId, item.conversationId);
    if (conversation?.origin !== 'slack') return said('This question is not known any more. Ask it again.');
    if (action === 'expert') return this.expert(item, user, person, workspace, conversation);
    const verdict = action === 'helpful' ? 'helpful' : 'wrong';
    const kept = await conversations.judge(organizationId, conversation.id, {
      verdict,
      by: user.name || user.id,
      at: micros(clock),
    });
    // It is not in the log yet: what is written there counts.
    if (!kept) return { again: micros(clock) + AGAIN_AFTER };
    return said(
      verdict === 'helpful'
        ? 'Thank you. It is noted that this helped.'
        : 'Thank you. It is noted that this answer is wrong; administrators see it under Insights.',
    );
  }

  /** A questionnaire of this one question, assigned as any other: whoever answers and approves it teaches the library. */
  private async expert(
    item: SlackDocument,
    user: SlackUser,
    person: Person | undefined,
    { connection }: Workspace,
    conversation: Conversation,
  ): Promise<SlackReply | NotYet> {
    const { people, questionnaires, clock } = this.parts;
    const expert = SlackConnections.expertOf(connection);
    const call = callFor(item, person);
    const name = expert && (await people.nameOf(call, expert));
    if (!expert || name === undefined) {
      return said('Nobody is set to be asked here. An administrator chooses an expert under Channels.');
    }
    const asker = oneLine(user.name) || 'a member of the workspace';
    const isAsked = await questionnaires.askExpert(call, {
      id: questionnaireIdOf(item.organizationId, conversation.id),
      question: shortened(oneLine(conversation.question), MOST_ASKED),
      asker,
      expert,
      note: `${asker} asked this in Slack${user.email === '' ? '' : ` (${user.email})`}. The answer there: ${shortened(oneLine(conversation.answer), MOST_QUOTED)}`,
    });
    if (!isAsked) return { again: micros(clock) + AGAIN_AFTER };
    await this.parts.expertAnswers.await(item, conversation.question);
    return said(
      `${escaped(name)} is asked now, and finds the question under "Asked of me". You are told the answer here.`,
    );
  }

  private async conversation(organizationId: string, id: string): Promise<Conversation | undefined> {
    const { conversations, waiting } = this.parts;
    return (await conversations.find(organizationId, id)) ?? (await waiting.find(organizationId, id));
  }
}

const callFor = ({ organizationId }: SlackDocument, person: Person | undefined) => {
  const caller = ownCaller(organizationId, person?.role ?? 'VIEWER', person?.id);
  return { caller, requestId: caller.requestId };
};

/** What is left without mentions. */
const wordsOf = (text: string): string => text.replace(/<[@!#][^<>]*>/g, '').trim();

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
