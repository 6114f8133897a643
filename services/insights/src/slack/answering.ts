import { AppError, deterministicId, micros, type Clock } from '@candor/runtime';
import type { Asking } from '../asking.js';
import { ownCaller, type People, type Person } from '../clients/people.js';
import type { Questionnaires } from '../clients/questionnaires.js';
import type { Conversation, ConversationStore } from '../store/conversations.js';
import type { IntakeStore } from '../store/intake.js';
import type { SlackDocument, SlackReply } from '../store/slack-inbox.js';
import { SlackConnections } from './connections.js';
import { answerMessage, HELP, said, statusMessage } from './messages.js';
import { escaped } from './mrkdwn.js';
import type { SlackUser, Workspace } from './workspace.js';

export interface SlackAnsweringParts {
  asking: Asking;
  people: People;
  questionnaires: Questionnaires;
  conversations: ConversationStore;
  /** Accepted and not yet in the log. */
  waiting: IntakeStore;
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
const AGAIN_AFTER = 2e6;

/** What is said to somebody who may ask. Repeats say the same and leave the same behind. */
export class SlackAnswering {
  constructor(private readonly parts: SlackAnsweringParts) {}

  async reply(item: SlackDocument, user: SlackUser, workspace: Workspace): Promise<SlackReply | NotYet> {
    const person = isOfTheHouse(user, workspace)
      ? await this.parts.people.personWith(item.organizationId, user.email)
      : undefined;
    if (item.kind === 'button') return this.pressed(item, user, person, workspace);
    if (item.kind === 'command' && /^status$/i.test(item.text)) return this.status(item, person);
    return this.answer(item, user, person, workspace);
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
          ...{ sourceType: 'slack_dm', origin: 'slack', idempotencyKey: item.id },
          userName: user.name || undefined,
          userEmail: isOfTheHouse(user, workspace) ? user.email : undefined,
          userProfileImage: user.picture || undefined,
        },
      );
      const canAsk = SlackConnections.expertOf(connection) !== undefined;
      return answerMessage(asked, { publicUrl, mayOpen: person !== undefined, canAsk });
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
      ...{ verdict, by: user.name || user.id, at: micros(clock) },
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
      id: deterministicId('asked in slack', item.organizationId, conversation.id),
      question: Array.from(oneLine(conversation.question)).slice(0, MOST_ASKED).join(''),
      asker,
      expert,
      note: `${asker} asked this in Slack${user.email === '' ? '' : ` (${user.email})`}. The answer there: ${Array.from(oneLine(conversation.answer)).slice(0, 500).join('')}`,
    });
    if (!isAsked) return { again: micros(clock) + AGAIN_AFTER };
    return said(`${escaped(name)} is asked now, and finds the question under "Asked of me".`);
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

/** Whose address an administrator of this workspace answers for: what other companies say of theirs makes nobody one of us. */
const isOfTheHouse = ({ email, teamId, isGuest, isStranger }: SlackUser, { connection }: Workspace): boolean =>
  email !== '' && !isGuest && !isStranger && (teamId === '' || teamId === connection.teamId);

/** What is left without mentions. */
const wordsOf = (text: string): string => text.replace(/<[@!#][^<>]*>/g, '').trim();

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
