import OpenAI from 'openai';
import { settleDrafts, type AskModel, type DraftTask } from './checking/settle-drafts.js';
import type { CheckDrafts } from './checking/draft.js';
import { endpointFetch } from './endpoint-fetch.js';
import type { Prompt } from './openai-prompts.js';
import type { EngineAnswer } from './types.js';

export type { DraftTask };

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

export interface EngineUsage {
  promptTokens: number;
  completionTokens: number;
  requests: number;
  /** Reason → questions that the local engine answered instead. */
  fallbacks: Record<string, number>;
}

const LONGEST_COMPLETION = 700;
/** Rough, for reserving budget before a request: characters a token. */
const CHARACTERS_A_TOKEN = 3.5;

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
  async answer(
    tasks: readonly DraftTask[],
    check: CheckDrafts,
  ): Promise<{ answers: EngineAnswer[]; usage: EngineUsage }> {
    const usage: EngineUsage = { promptTokens: 0, completionTokens: 0, requests: 0, fallbacks: {} };
    const answers = new Array<EngineAnswer>(tasks.length);
    const budget = { left: this.options.tokenBudget };
    const one = async (task: DraftTask, i: number): Promise<void> => {
      await this.turn();
      try {
        answers[i] = await this.settle(task, budget, usage, check);
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

  private async settle(
    task: DraftTask,
    budget: { left: number },
    usage: EngineUsage,
    check: CheckDrafts,
  ): Promise<EngineAnswer> {
    // Nothing found: nothing to draft from, and nothing to pay for.
    if (task.evidence.length === 0) return task.local;
    const [settled] = await settleDrafts([task], (prompt) => this.ask(prompt, budget, usage), check);
    if (settled?.fallback !== undefined) {
      usage.fallbacks[settled.fallback] = (usage.fallbacks[settled.fallback] ?? 0) + 1;
      this.onFallback(task.request.questionId, settled.fallback);
    }
    return settled?.answer ?? task.local;
  }

  private async ask({ messages, schema }: Prompt, budget: { left: number }, usage: EngineUsage): ReturnType<AskModel> {
    const reserved = messages.reduce(
      (sum, m) => sum + Math.ceil(m.content.length / CHARACTERS_A_TOKEN),
      LONGEST_COMPLETION,
    );
    if (budget.left < reserved) return { undrafted: 'token_budget' };
    budget.left -= reserved;
    try {
      const completion = await this.client.chat.completions.create({
        model: this.options.model,
        messages,
        temperature: 0,
        max_completion_tokens: LONGEST_COMPLETION,
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'answer', strict: true, schema: schema as Record<string, unknown> },
        },
      });
      usage.requests++;
      const prompt = completion.usage?.prompt_tokens ?? reserved - LONGEST_COMPLETION;
      const written = completion.usage?.completion_tokens ?? LONGEST_COMPLETION;
      usage.promptTokens += prompt;
      usage.completionTokens += written;
      budget.left += reserved - prompt - written;
      return { reply: JSON.parse(completion.choices[0]?.message.content ?? '') as unknown };
    } catch (error) {
      return { undrafted: reasonOf(error) };
    }
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof OpenAI.APIConnectionTimeoutError) return 'timeout';
  if (error instanceof OpenAI.APIConnectionError) return 'connection';
  if (error instanceof OpenAI.APIError)
    return error.status === 429 ? 'rate_limited' : `http_${error.status ?? 'error'}`;
  return error instanceof SyntaxError ? 'invalid_output' : 'failed';
}
