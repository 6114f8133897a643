import { deterministicId, invalid, micros, newId, type CallFor, type Caller, type Clock } from '@candor/runtime';
import type { Engine, EngineReply } from './clients/engine.js';
import type { Intake } from './intake.js';
import { cleaned, type RawConversation } from './recording.js';
import type { Conversation, ConversationStore } from './store/conversations.js';
import { smallTalkReply } from './small-talk/small-talk.js';
import type { IntakeStore } from './store/intake.js';

export interface Question extends Pick<
  RawConversation,
  'question' | 'userName' | 'userEmail' | 'userProfileImage' | 'sourceType' | 'origin'
> {
  /** What the client calls this asking, for its repeats; '' when it does not. */
  idempotencyKey: string;
}

export interface Asked extends EngineReply {
  conversationId: string;
  /** What is to be said: the answer, or that nothing is known. */
  reply: string;
  /** It asked nothing: a greeting, thanks, a test. */
  smallTalk: boolean;
}

const NO_ANSWER: EngineReply = { answer: '', answerStatus: 'NEEDS_INFO', confidence: undefined, citations: [] };

/** An engine behind a model takes its time; less than the gateway waits. */
const ENGINE_DEADLINE_MS = 55_000;
/** For so long a repeat is one, microseconds. */
const REPEATED_WITHIN = 24 * 3600e6;
/** What is said, and shown in the list of conversations, where there is nothing to say. */
export const NOTHING_KNOWN = 'There is no answer to this question yet.';

interface Dependencies {
  engine: Engine;
  intake: Intake;
  waiting: IntakeStore;
  conversations: ConversationStore;
  clock: Clock;
}

/** Questions that people ask outside of questionnaires: each is answered by the engine and recorded as a conversation. */
export class Asking {
  constructor(private readonly deps: Dependencies) {}

  /**
   * The engine is asked what is left of the question without markdown and citation marks. Rejects what cannot be asked. A
   * greeting is no question: it is answered with what can be asked, and leaves nothing open.
   */
  async ask(call: CallFor & { caller: Caller }, asked: Question): Promise<Asked> {
    const { engine, intake, clock } = this.deps;
    const { organizationId } = call.caller;
    const { idempotencyKey, ...given } = asked;
    const draft = { ...given, id: newId(), answer: NOTHING_KNOWN, answeredAt: undefined, unanswered: true };
    // Before the engine has worked for it: is there a question, and may it come from there?
    const question = valid(cleaned(organizationId, draft, micros(clock))).question;
    const courtesy = smallTalkReply(question);
    const smallTalk = courtesy !== undefined;
    const known = smallTalk ? NO_ANSWER : await engine.ask({ ...call, deadlineMs: ENGINE_DEADLINE_MS }, question);
    const unanswered = known.answer === '' && !smallTalk;
    const reply = courtesy ?? (unanswered ? NOTHING_KNOWN : known.answer);
    const id = idempotencyKey === '' ? draft.id : await this.idOf(call.caller, idempotencyKey, question);
    const raw = { ...draft, id, answer: reply, unanswered };
    await intake.accept(valid(cleaned(organizationId, raw, micros(clock))), call.requestId);
    return { ...known, conversationId: id, reply, smallTalk };
  }

  /** The same for repeats of an asking; another one when its key is used again after a day. */
  private async idOf({ organizationId, keyId }: Caller, idempotencyKey: string, question: string): Promise<string> {
    const id = deterministicId('asked', organizationId, keyId, idempotencyKey, question);
    const before =
      (await this.deps.conversations.find(organizationId, id)) ?? (await this.deps.waiting.find(organizationId, id));
    return before && before.answeredAt < micros(this.deps.clock) - REPEATED_WITHIN ? newId() : id;
  }
}

function valid(conversation: ReturnType<typeof cleaned>): Conversation {
  if (Array.isArray(conversation)) throw invalid(conversation);
  return conversation;
}
