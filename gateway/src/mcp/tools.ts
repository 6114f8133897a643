import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import { AppError } from '@candor/runtime';
import { z } from 'zod';
import { withMe } from '../routes/asked/me.js';
import { MOST } from '../routes/bounds.js';
import { ask } from '../routes/insights/ask.js';
import { listAnswers } from '../routes/knowledge-answers/list.js';
import { listOptions } from '../routes/questionnaires/list-options.js';
import { listQuestionnaires } from '../routes/questionnaires/list.js';
import { getOverview } from '../routes/questionnaires/overview.js';
import type { Question } from '../routes/questionnaires/question.js';
import { listQuestions } from '../routes/questionnaires/questions.js';
import { MAX_CHARACTERS, MIN_CHARACTERS, uploadText } from '../routes/questionnaires/upload-text.js';
import { editQuestion } from '../routes/review/edit-question.js';
import type { Call, Route } from '../routes/route.js';

/** What a tool works with: the services, for whom they are called, and the organization and person of the call. */
export type ToolCall = Pick<Call<unknown, unknown, unknown>, 'clients' | 'from' | 'context'>;

export interface Tool<Input extends z.ZodRawShape = z.ZodRawShape> {
  name: string;
  title: string;
  description: string;
  input: Input;
  annotations: ToolAnnotations;
  /** The operation of the API that it stands for: who may call it, and what the audit log says of it. */
  operation: Route;
  run(call: ToolCall, input: z.output<z.ZodObject<Input>>): Promise<object>;
  /** What it changed, as the operation's own body and path would say it; for the audit log. */
  changed?(input: z.output<z.ZodObject<Input>>): { params: object; body: object };
}

const tool = <Input extends z.ZodRawShape>(one: Tool<Input>): Tool => one;

const READS: ToolAnnotations = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };
const ENGINE_DEADLINE_MS = 60_000;

const questionnaireId = z.uuid().describe('Id of the questionnaire, as list_questionnaires gives it');
/** An agent reads all of a page: it is small unless it asks for more. */
const page = {
  limit: z.int().min(1).max(50).default(20).describe('How many at most'),
  offset: z.int().min(0).max(1_000_000).default(0).describe('How many to leave out from the start'),
};

const openQuestion = ({ id, number, section, text, answer_type, options, answer_status, version }: Question) => ({
  id,
  number,
  section,
  text,
  answer_type,
  options,
  answer_status,
  version,
});

/** What an agent may do with Candor. The names stay; descriptions say what a model must know to use them well. */
export const TOOLS: readonly Tool[] = [
  tool({
    name: 'ask',
    title: 'Ask a question',
    description:
      'Answers one security question from the approved answers and documents of the organization, with its sources, or says that nothing is known. The conversation is recorded.',
    input: { question: z.string().min(1).max(MOST.asked).describe('One question, as the customer words it') },
    // It records a conversation, and changes nothing that is there.
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    operation: ask,
    run: ({ clients, from }, { question }) =>
      clients.insights.ask(
        { ...from, deadlineMs: ENGINE_DEADLINE_MS },
        {
          question,
          sourceType: 'web_ui',
          origin: 'mcp',
          userName: undefined,
          userEmail: undefined,
          userProfileImage: undefined,
          idempotencyKey: '',
        },
      ),
  }),
  tool({
    name: 'search_answers',
    title: 'Search the answer library',
    description: 'Approved answers of the organization whose question or answer holds all of these words.',
    input: { query: z.string().max(MOST.parameter).describe('Words to look for; empty: the newest answers'), ...page },
    annotations: READS,
    operation: listAnswers,
    run: ({ clients, from }, { query, limit, offset }) =>
      clients.knowledge.answers(from, { query, limit, offset, status: 'APPROVED', tag: '', expiresBefore: '' }),
  }),
  tool({
    name: 'list_questionnaires',
    title: 'List questionnaires',
    description: 'Questionnaires of the organization, newest first, with their status and counts.',
    input: {
      query: z
        .string()
        .max(MOST.parameter)
        .default('')
        .describe('Only those with these words; @status:X and @account:X narrow'),
      open_only: z.boolean().default(false).describe('Only those that are not completed'),
      assigned_to_me: z.boolean().default(false).describe('Only those assigned to the person whose key this is'),
      ...page,
    },
    annotations: READS,
    operation: listQuestionnaires,
    run: async (call, { query, open_only: open, assigned_to_me: mine, limit, offset }) => {
      const assignee = await withMe(call, mine ? ['me'] : []);
      const options = listOptions({ assignee, open: open ? 'true' : undefined });
      const { clients, from } = call;
      return query === ''
        ? clients.questionnaire.list(from, { limit, offset, options })
        : clients.questionnaire.search(from, { query, limit, offset, options });
    },
  }),
  tool({
    name: 'get_questionnaire',
    title: 'Look at a questionnaire',
    description:
      'Status, deadline and counts of one questionnaire. While should_poll is true it is still being read or answered: ask again in ten seconds or more.',
    input: { questionnaire_id: questionnaireId },
    annotations: READS,
    operation: getOverview,
    run: ({ clients, from }, { questionnaire_id: id }) => clients.questionnaire.overview(from, id),
  }),
  tool({
    name: 'list_open_questions',
    title: 'List open questions',
    description:
      'Questions of a questionnaire for which no evidence was found (NEEDS_INFO), with the version that propose_answer needs.',
    input: { questionnaire_id: questionnaireId, ...page },
    annotations: READS,
    operation: listQuestions,
    run: async ({ clients, from }, { questionnaire_id: id, limit, offset }) => {
      const found = { id, sheetId: '', status: 'NEEDS_INFO', assigneeIds: [], sort: '', limit, offset };
      const { questions, pagination } = await clients.questionnaire.questions(from, found);
      return { questions: questions.map(openQuestion), pagination };
    },
  }),
  tool({
    name: 'propose_answer',
    title: 'Propose an answer',
    description:
      'Writes an answer to a question as a draft that a person has to approve. Nothing that a person approved is ever replaced. Propose only what a source says, and name the source in the comment.',
    input: {
      questionnaire_id: questionnaireId,
      question_id: z.uuid().describe('Id of the question, as list_open_questions gives it'),
      version: z.int().min(0).max(1e15).describe('Version of the question that you have read'),
      answer: z.string().min(1).max(MOST.answer).describe('The answer; for a choice exactly one of its options'),
      comment: z.string().max(MOST.comment).optional().describe('What a reviewer should know, such as the source'),
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    operation: editQuestion,
    run: async ({ clients, from }, { questionnaire_id: id, question_id: questionId, version, answer, comment }) => {
      const { approved_at: approvedAt } = await clients.questionnaire.question(from, id, questionId);
      if (approvedAt !== null) {
        const message = 'A person has approved the answer to this question. Ask them to take the approval back first.';
        throw new AppError('conflict', 'question_approved', message);
      }
      const edit = { answer, comment, answerStatus: undefined, assignee: undefined, keepInLibrary: false };
      const done = await clients.review.editQuestion(from, { id, questionId, expectedVersion: version }, edit);
      return { ...openQuestion(done), answer: done.answer, comment: done.comment };
    },
    changed: ({ questionnaire_id, question_id, answer, comment }) => ({
      params: { questionnaire_id, question_id },
      body: comment === undefined ? { answer } : { answer, comment },
    }),
  }),
  tool({
    name: 'upload_text',
    title: 'Upload questions as text',
    description:
      'Makes a questionnaire of pasted questions and answers it from the evidence. Poll get_questionnaire until should_poll is false.',
    input: {
      text_content: z.string().min(MIN_CHARACTERS).max(MAX_CHARACTERS).describe('The questions, one a line'),
      company_name: z.string().max(MOST.company).optional().describe('Who asks'),
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    operation: uploadText,
    run: ({ clients, from }, { text_content: textContent, company_name: companyName }) =>
      clients.questionnaire.uploadText(from, {
        textContent,
        sourceType: 'TEXT',
        fields: {
          companyName,
          dealValue: undefined,
          deadline: undefined,
          instructions: undefined,
          includeHidden: false,
          tagIds: [],
          assignees: [],
        },
      }),
    changed: () => ({ params: {}, body: {} }),
  }),
];
