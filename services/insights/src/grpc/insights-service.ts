import {
  InsightsServiceService,
  type Conversation as ConversationMessage,
} from '@candor/proto/candor/insights/v1/insights';
import { invalid, requireCaller, type FieldError, type RpcService } from '@candor/runtime';
import type { Conversation, ConversationStore } from '../store/conversations.js';
import type { HandlersOf } from './handlers.js';

const MAX_PAGE_SIZE = 100;

export function insightsService(conversations: ConversationStore): RpcService {
  const handlers: HandlersOf<typeof InsightsServiceService> = {
    listConversations: async ({ page, pageSize }, context) => {
      const { organizationId } = requireCaller(context.caller);
      checkPage(page, pageSize);
      const [data, total] = await Promise.all([
        conversations.page(organizationId, (page - 1) * pageSize, pageSize),
        conversations.count(organizationId),
      ]);
      return { data: data.map(conversationMessage), total };
    },
  };
  return { definition: InsightsServiceService, handlers };
}

function checkPage(page: number, pageSize: number): void {
  const errors: FieldError[] = [];
  if (page < 1) errors.push({ path: 'page', message: 'page must be at least 1.' });
  if (pageSize < 1 || pageSize > MAX_PAGE_SIZE) {
    errors.push({ path: 'page_size', message: `page_size must be between 1 and ${MAX_PAGE_SIZE}.` });
  }
  if (errors.length > 0) throw invalid(errors);
}

const conversationMessage = (c: Conversation): ConversationMessage => ({
  id: c.id,
  question: c.question,
  answer: c.answer,
  userName: c.userName,
  userEmail: c.userEmail,
  userProfileImage: c.userProfileImage,
  sourceType: c.sourceType,
  answeredAt: c.answeredAt,
});
