import OpenAI from 'openai';
import { z } from 'zod';
import { bandOf } from './deciding/confidence.js';
import { endpointFetch } from './endpoint-fetch.js';
import { checkDraft, type Draft } from './evidence-check.js';
import { needsInfo } from './local-engine.js';
import { DRAFT_SCHEMA, draftMessages } from './openai-prompts.js';
import type { AnswerRequest, EngineAnswer, EvidenceItem } from './types.js';

export interface OpenAiEngineOptions {
  /** Base URL of an OpenAI-compatible endpoint, with its version path. */
  baseUrl: string;
  apiKey: string;
  model: string;
  /** Of one request, milliseconds. */
  timeoutMs: number;
  /** Further tries after 408, 409, 429, 5xx and lost connections; `Retry-After` is honoured. */
  maxRetries: number;
  /** Requests at a time, of all calls of `answer` together: an endpoint's limits are an account's, not a batch's. */
  concurrency: number;
  /** Tokens of one call of `answer` (a run's batch), prompt and completion together. */
  tokenBudget: number;
}

/** A question with the evidence found for it and the local engine's answer, which is given when no draft holds. */
export interface DraftTask {
  request: AnswerRequest;
  evidence: EvidenceItem[];
  local: EngineAnswer;
}

export interface EngineUsage {
  promptTokens: number;
  completionTokens: number;
  requests: number;
  /** Reason → questions that the local engine answered instead. */
  fallbacks: Record<string, number>;
}

const draftSchema = z.object({
  status: z.enum(['ANSWERED', 'NEEDS_INFO']),
  answer: z.string(),
  comment: z.string(),
  citations: z.array(z.object({ key: z.string(), quote: z.string() })),
});

const LONGEST_COMPLETION = 700;
/** Rough, for reserving budget before a request: characters a token. */
const CHARACTERS_A_TOKEN = 3.5;
/** A checked draft whose evidence the local engine would have answered from less surely, or not. */
const CHECKED_SCORE = 0.85;

/** Drafts answers with a model from the retrieved evidence and lets none through that the evidence does not hold. */
export class OpenAiEngine {
  private readonly client: OpenAI;
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly options: OpenAiEngineOptions,
    private readonly onFallback: (questionId: string, reason: string) => void = () => undefined,
  ) {
    this.free = options.concurrency;
    this.client = new OpenAI({
      baseURL: options.baseUrl,
      apiKey: options.apiKey,
      timeout: options.timeoutMs,
      maxRetries: options.maxRetries,
      fetch: endpointFetch,
    });
  }

  /** An answer for each task, in order. Never throws for a failing endpoint: the local answer stands in. */
  async answer(tasks: readonly DraftTask[]): Promise<{ answers: EngineAnswer[]; usage: EngineUsage }> {
    const usage: EngineUsage = { promptTokens: 0, completionTokens: 0, requests: 0, fallbacks: {} };
    const answers = new Array<EngineAnswer>(tasks.length);
    const budget = { left: this.options.tokenBudget };
    const one = async (task: DraftTask, i: number): Promise<void> => {
      await this.turn();
      try {
        answers[i] = await this.one(task, budget, usage);
      } finally {
        this.endTurn();
      }
    };
    await Promise.all(tasks.map(one));
    return { answers, usage };
  }

  /** First come, first served, over all batches. */
  private turn(): Promise<void> | undefined {
    if (this.free > 0) {
      this.free--;
      return undefined;
    }
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private endTurn(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.free++;
  }

  private async one(task: DraftTask, budget: { left: number }, usage: EngineUsage): Promise<EngineAnswer> {
    const fallBack = (reason: string): EngineAnswer => {
      usage.fallbacks[reason] = (usage.fallbacks[reason] ?? 0) + 1;
      this.onFallback(task.request.questionId, reason);
      return task.local;
    };
    const undrafted = (reason: string): EngineAnswer => ({ ...fallBack(reason), undrafted: reason });
    // Nothing found: nothing to draft from, and nothing to pay for.
    if (task.evidence.length === 0) return task.local;
    const messages = draftMessages(task.request, task.evidence);
    const reserved = messages.reduce(
      (sum, m) => sum + Math.ceil(m.content.length / CHARACTERS_A_TOKEN),
      LONGEST_COMPLETION,
    );
    if (budget.left < reserved) return undrafted('token_budget');
    budget.left -= reserved;
    let draft: Draft;
    try {
      const completion = await this.client.chat.completions.create({
        model: this.options.model,
        messages,
        temperature: 0,
        max_completion_tokens: LONGEST_COMPLETION,
        response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema: DRAFT_SCHEMA } },
      });
      usage.requests++;
      const prompt = completion.usage?.prompt_tokens ?? reserved - LONGEST_COMPLETION;
      const written = completion.usage?.completion_tokens ?? LONGEST_COMPLETION;
      usage.promptTokens += prompt;
      usage.completionTokens += written;
      budget.left += reserved - prompt - written;
      draft = draftSchema.parse(JSON.parse(completion.choices[0]?.message.content ?? ''));
    } catch (error) {
      return undrafted(reasonOf(error));
    }
    if (draft.status === 'NEEDS_INFO')
      return task.local.confidence?.band === 'HIGH'
        ? fallBack('needs_info')
        : needsInfo(task.request.questionId, 'openai', draft.comment);
    const checked = checkDraft(draft, task.request, task.evidence);
    if ('fault' in checked) return fallBack(checked.fault);
    if (contradicts(draft.answer, task.local)) return fallBack('contradicts_local');
    const score = sameSource(checked.citations.map((c) => c.sourceId), task.local) ? task.local.confidence!.score : CHECKED_SCORE; // prettier-ignore
    return {
      questionId: task.request.questionId,
      status: 'AI_ANSWERED',
      answer: draft.answer,
      comment: draft.comment,
      reviewNote: '',
      confidence: { score, band: bandOf(score) },
      citations: checked.citations,
      engine: 'openai',
    };
  }
}

/** The deterministic engine is sure of the opposite. */
function contradicts(answer: string, local: EngineAnswer): boolean {
  const says = (text: string): string | undefined => /^\W*(yes|no)\b/i.exec(text)?.[1]?.toLowerCase();
  const ours = says(local.answer);
  return local.confidence?.band === 'HIGH' && ours !== undefined && says(answer) !== undefined && says(answer) !== ours;
}

function sameSource(cited: readonly string[], local: EngineAnswer): boolean {
  return local.confidence !== null && local.citations.some((c) => cited.includes(c.sourceId));
}

function reasonOf(error: unknown): string {
  if (error instanceof OpenAI.APIConnectionTimeoutError) return 'timeout';
  if (error instanceof OpenAI.APIConnectionError) return 'connection';
  if (error instanceof OpenAI.APIError)
    return error.status === 429 ? 'rate_limited' : `http_${error.status ?? 'error'}`;
  return error instanceof SyntaxError || error instanceof z.ZodError ? 'invalid_output' : 'failed';
}
