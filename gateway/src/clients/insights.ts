import {
  InsightsServiceClient,
  InsightsServiceService,
  type Conversation as ConversationMessage,
  type ImportConversationsReply,
  type ImportConversationsRequest,
} from '@candor/proto/candor/insights/v1/insights';
import { RpcClient, type CallFor } from '@candor/runtime';
import type {
  AskedAnswer,
  Conversation,
  ConversationImport,
  InsightsSummary,
  Origin,
} from '../routes/insights/resource.js';
import { citationJson, confidenceJson } from './questionnaire-json.js';
import { FileUpload, UPLOAD_DEADLINE_MS } from './upload.js';
import { numberedPage } from './whole-page.js';

export interface NewQuestion {
  question: string;
  sourceType: string;
  /** How it came; see the conversation's origin. */
  origin: Origin;
  userName: string | undefined;
  userEmail: string | undefined;
  userProfileImage: string | undefined;
  /** As the client sent it; '' when it did not. */
  idempotencyKey: string;
}

export type ConversationUpload = FileUpload<ImportConversationsRequest, undefined, ConversationImport>;

/** Conversations. */
export class InsightsClient {
  private readonly rpc: RpcClient<InsightsServiceClient>;

  constructor(address: string, token: string) {
    this.rpc = new RpcClient(InsightsServiceClient, address, token);
  }

  /** `page` counts from 1. */
  async conversations(
    from: CallFor,
    request: { page: number; pageSize: number },
  ): Promise<{ data: Conversation[]; total: number }> {
    const { data, total } = await numberedPage(request, (part) =>
      this.rpc.unary(this.rpc.stub.listConversations, part, from),
    );
    return { data: data.map(conversationJson), total };
  }

  /** Answers from what the organization knows now, and records the conversation. */
  async ask(from: CallFor, question: NewQuestion): Promise<AskedAnswer> {
    const reply = await this.rpc.unary(this.rpc.stub.ask, question, from);
    return {
      conversation_id: reply.conversationId,
      answer: reply.answer === '' ? null : reply.answer,
      reply: reply.reply,
      is_question: !reply.smallTalk,
      answer_status: reply.answerStatus as AskedAnswer['answer_status'],
      confidence: confidenceJson(reply.confidence),
      citations: reply.citations.map(citationJson),
    };
  }

  /** JSON lines; they are added while they arrive. */
  import(from: CallFor): ConversationUpload {
    return new FileUpload<ImportConversationsRequest, undefined, ConversationImport>(
      () => {
        const { stream, reply } = this.rpc.clientStream(InsightsServiceService.importConversations, {
          ...from,
          deadlineMs: UPLOAD_DEADLINE_MS,
        });
        return { stream, reply: reply.then(importJson) };
      },
      { file: () => undefined, chunk: (chunk) => ({ chunk }), done: () => undefined },
      InsightsServiceService.importConversations.requestSerialize,
    );
  }

  /** `days` in UTC, today the last; `gaps`: unanswered questions to name. */
  /** `gaps`: how many unanswered questions are named, after `gapsOffset` newer ones; `gapsOrigin` '' is all. */
  async summary(
    from: CallFor,
    { days, ...named }: { days: number; gaps: number; gapsOffset: number; gapsOrigin: string },
  ): Promise<InsightsSummary> {
    const reply = await this.rpc.unary(this.rpc.stub.summarizeConversations, { days, ...named }, from);
    return {
      days,
      counts: reply.counts.map(({ day, sourceType, conversations, unanswered }) => ({
        day,
        source_type: sourceType as Conversation['source_type'],
        conversations,
        unanswered,
      })),
      unanswered: reply.unanswered.map(conversationJson),
      unanswered_total: reply.unansweredTotal,
      gaps_total: reply.gapsTotal,
    };
  }

  /** Everything of an organization that is closed. */
  async erase(from: CallFor, organizationId: string): Promise<void> {
    await this.rpc.unary(this.rpc.stub.eraseOrganization, { organizationId }, from);
  }

  reachable(timeoutMs: number): Promise<boolean> {
    return this.rpc.reachable(timeoutMs);
  }

  close(): void {
    this.rpc.close();
  }
}

const ORIGIN_OF: Readonly<Record<string, Origin>> = {
  web_ui: 'ask_page',
  slack_dm: 'slack',
  browser_extension: 'browser_extension',
};

const conversationJson = (message: ConversationMessage): Conversation => ({
  id: message.id,
  question: message.question,
  answer: message.answer,
  user_name: message.userName ?? null,
  user_email: message.userEmail ?? null,
  user_profile_image: message.userProfileImage ?? null,
  source_type: message.sourceType as Conversation['source_type'],
  // Of a service of the release before, which does not tell it, as it tells older conversations.
  origin: (message.origin || ORIGIN_OF[message.sourceType] || 'api') as Origin,
  answered_at: message.answeredAt,
  feedback: message.feedback === 'helpful' || message.feedback === 'wrong' ? message.feedback : null,
});

const importJson = (reply: ImportConversationsReply): ConversationImport => ({
  imported: reply.imported,
  duplicates: reply.duplicates,
  rejected_total: reply.rejectedTotal,
  rejected: reply.rejected.map(({ line, code }) => ({ line, code })),
});
