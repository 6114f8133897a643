import {
  AppError,
  cleanName,
  cleanText,
  invalid,
  isUuid,
  lengthOf,
  micros,
  type Clock,
  type FieldError,
} from '@candor/runtime';
import type { ConversationLog } from './conversation-log.js';
import { plainText } from '@candor/runtime/plain-text';
import {
  ORIGIN_OF,
  ORIGINS,
  SOURCE_TYPES,
  type Conversation,
  type ConversationStore,
  type Origin,
  type SourceType,
} from './store/conversations.js';

/** A conversation as it comes in, with markdown and citation marks. */
export interface RawConversation {
  id: string;
  question: string;
  answer: string;
  userName: string | undefined;
  userEmail: string | undefined;
  userProfileImage: string | undefined;
  sourceType: string;
  /** '': what the source type tells. */
  origin: string;
  /** Microseconds; undefined: now. */
  answeredAt: number | undefined;
  unanswered: boolean;
}

export const MAX_QUESTION = 20_000;
export const MAX_ANSWER = 100_000;
const MAX_FIELD = 2000;
/** Nobody asked Candor before: a time so early is one of another unit, as seconds are, which read as microseconds are in 1970. */
const FIRST = Date.UTC(2000, 0, 1) * 1000;
/** How far another machine's clock may be ahead, microseconds. */
const AHEAD = 24 * 3600 * 1e6;

/** Records conversations, each id once. */
export class Recording {
  constructor(
    private readonly log: ConversationLog,
    private readonly store: ConversationStore,
    private readonly clock: Clock,
  ) {}

  /** The conversation as it is stored; one that was there already stays as it is. */
  async record(
    organizationId: string,
    raw: RawConversation,
  ): Promise<{ conversation: Conversation; recorded: boolean }> {
    const conversation = cleaned(organizationId, raw, micros(this.clock));
    if (Array.isArray(conversation)) throw invalid(conversation);
    if ((await this.log.add(organizationId, [conversation])) > 0) return { conversation, recorded: true };
    const existing = await this.store.find(organizationId, conversation.id);
    if (!existing) throw new AppError('unavailable', 'conversation_changed', 'The conversation was just removed.');
    return { conversation: existing, recorded: false };
  }
}

/** The conversation as it is stored, or what is wrong with it. `now` in microseconds. */
export function cleaned(organizationId: string, raw: RawConversation, now: number): Conversation | FieldError[] {
  const errors: FieldError[] = [];
  const sourceType = sourceTypeOf(raw.sourceType);
  if (!isUuid(raw.id)) errors.push({ path: 'id', message: 'id must be a UUID.' });
  if (!sourceType)
    errors.push({ path: 'source_type', message: `source_type must be one of ${SOURCE_TYPES.join(', ')}.` });
  const origin = originOf(raw.origin, sourceType);
  if (!origin) errors.push({ path: 'origin', message: `origin must be one of ${ORIGINS.join(', ')}.` });
  const answeredAt = raw.answeredAt ?? now;
  if (!Number.isSafeInteger(answeredAt) || answeredAt < FIRST || answeredAt > now + AHEAD) {
    const message = 'answered_at must be microseconds since the epoch, after 1999 and not in the future.';
    errors.push({ path: 'answered_at', message });
  }
  const long = { question: MAX_QUESTION, answer: MAX_ANSWER } as const;
  for (const path of ['question', 'answer'] as const) {
    if (raw[path].trim() === '') errors.push({ path, message: `${path} is required.` });
    if (lengthOf(raw[path]) > long[path])
      errors.push({ path, message: `${path} has more than ${long[path]} characters.` });
  }
  const user = { user_name: raw.userName, user_email: raw.userEmail, user_profile_image: raw.userProfileImage };
  for (const [path, value] of Object.entries(user)) {
    if (lengthOf(value ?? '') > MAX_FIELD)
      errors.push({ path, message: `${path} has more than ${MAX_FIELD} characters.` });
  }
  if (errors.length > 0 || !sourceType || !origin) return errors;
  const text = { question: plainText(cleanText(raw.question)), answer: plainText(cleanText(raw.answer)) };
  // An answer may be a picture; a question without words is none.
  if (text.question === '') return [{ path: 'question', message: 'question has no text.' }];
  return {
    id: raw.id.toLowerCase(),
    organizationId,
    ...text,
    userName: given(raw.userName),
    userEmail: given(raw.userEmail),
    userProfileImage: given(raw.userProfileImage),
    sourceType,
    origin,
    answeredAt,
    unanswered: raw.unanswered,
  };
}

export const sourceTypeOf = (value: string): SourceType | undefined => SOURCE_TYPES.find((type) => type === value);

function originOf(value: string, sourceType: SourceType | undefined): Origin | undefined {
  // Of an unknown source type the error is told already.
  if (value === '') return ORIGIN_OF[sourceType ?? 'web_ui'];
  return ORIGINS.find((origin) => origin === value);
}

const given = (value: string | undefined): string | undefined => (value && cleanName(value)) || undefined;
