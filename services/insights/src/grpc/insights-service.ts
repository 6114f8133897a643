import {
  InsightsServiceService,
  type Conversation as ConversationMessage,
  type ImportConversationsRequest,
} from '@candor/proto/candor/insights/v1/insights';
import {
  AppError,
  invalid,
  requireCaller,
  type CallContext,
  type Clock,
  type FieldError,
  type RpcService,
} from '@candor/runtime';
import type { Asking } from '../asking.js';
import { importConversations } from '../conversation-import.js';
import type { ConversationLog } from '../conversation-log.js';
import type { Recording } from '../recording.js';
import type { Conversation, ConversationStore } from '../store/conversations.js';
import type { IntakeStore } from '../store/intake.js';
import { summarize } from '../summary.js';
import type { HandlersOf } from './handlers.js';

export interface InsightsServiceParts {
  log: ConversationLog;
  store: ConversationStore;
  /** Accepted and not yet in the log. */
  waiting: IntakeStore;
  recording: Recording;
  asking: Asking;
  clock: Clock;
  /** What else is an organization's and goes with it. */
  belongings: readonly { removeAll(organizationId: string): Promise<void> }[];
}

const MAX_PAGE_SIZE = 100;

export function insightsService(parts: InsightsServiceParts): RpcService {
  const { log, store, waiting, recording, asking, clock } = parts;
  const handlers: HandlersOf<typeof InsightsServiceService> = {
    listConversations: async ({ page, pageSize }, context) => {
      const organizationId = organizationOf(context, 'ADMIN');
      checkPage(page, pageSize);
      const { conversations, total } = await log.page(organizationId, (page - 1) * pageSize, pageSize);
      return { data: conversations.map(conversationMessage), total };
    },
    ask: ({ question, sourceType, origin, userName, userEmail, userProfileImage, idempotencyKey }, context) => {
      const { caller, requestId } = context;
      const asked = { question, sourceType, origin, userName, userEmail, userProfileImage, idempotencyKey };
      return asking.ask({ caller: requireCaller(caller), requestId, abandonment: context }, asked);
    },
    recordConversation: async (
      { id, question, answer, userName, userEmail, userProfileImage, sourceType, origin, answeredAt, unanswered },
      context,
    ) => {
      const asked = { question, sourceType, origin, userName, userEmail, userProfileImage };
      const raw = { ...asked, id, answer, answeredAt, unanswered };
      const { conversation, recorded } = await recording.record(organizationOf(context), raw);
      return { conversation: conversationMessage(conversation), recorded };
    },
    importConversations: async (requests, context) => {
      const organizationId = organizationOf(context, 'ADMIN');
      return importConversations(log, clock, organizationId, chunksOf(requests));
    },
    summarizeConversations: async (request, context) => {
      const organizationId = organizationOf(context, 'ADMIN');
      const { unanswered, ...summary } = await summarize(store, clock, organizationId, request);
      return { ...summary, unanswered: unanswered.map(conversationMessage) };
    },
    eraseOrganization: async ({ organizationId }, context) => {
      organizationOf(context, 'ADMIN');
      if (organizationId === '') throw new AppError('internal', 'organization_missing', 'The call names none.');
      for (const one of parts.belongings) await one.removeAll(organizationId);
      await waiting.removeAll(organizationId);
      await log.removeAll(organizationId);
      return {};
    },
  };
  return { definition: InsightsServiceService, handlers };
}

/** The organization of the call; refused to others than `role` when one is given. */
function organizationOf({ caller }: CallContext, role?: 'ADMIN'): string {
  const known = requireCaller(caller);
  if (role && known.role !== role) throw new AppError('forbidden', 'admin_required', 'This needs the ADMIN role.');
  return known.organizationId;
}

function checkPage(page: number, pageSize: number): void {
  const errors: FieldError[] = [];
  if (page < 1) errors.push({ path: 'page', message: 'page must be at least 1.' });
  if (pageSize < 1 || pageSize > MAX_PAGE_SIZE) {
    errors.push({ path: 'page_size', message: `page_size must be between 1 and ${MAX_PAGE_SIZE}.` });
  }
  if (errors.length > 0) throw invalid(errors);
}

async function* chunksOf(requests: AsyncIterable<ImportConversationsRequest>): AsyncGenerator<Uint8Array> {
  for await (const request of requests) yield request.chunk;
}

const conversationMessage = (c: Conversation): ConversationMessage => ({
  id: c.id,
  question: c.question,
  answer: c.answer,
  userName: c.userName,
  userEmail: c.userEmail,
  userProfileImage: c.userProfileImage,
  sourceType: c.sourceType,
  origin: c.origin,
  answeredAt: c.answeredAt,
  feedback: c.feedback?.verdict ?? '',
});
