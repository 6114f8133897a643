import type { CheckDrafts } from './checking/draft.js';
import { MAY_DO_ALONE, settleDrafts, type AskModel, type DraftTask, type Settled } from './checking/settle-drafts.js';
import { EndpointClient, type Endpoint, type EndpointObserver, type Patience } from './endpoint/endpoint-client.js';
import { EndpointError, type Spent } from './endpoint/endpoint-error.js';
import { tokensOf, type Ask } from './endpoint/wire.js';
import { draftsOf, PROMPT_VERSION, type Prompt } from './openai-prompts.js';
import { askedTogether } from './sections.js';
import type { EngineAnswer } from './types.js';

export type { DraftTask };

export interface OpenAiEngineOptions extends Endpoint {
  /** Tokens of one call of `answer` (a run's batch), prompt and completion together. */
  tokenBudget: number;
  /** Of one call of `answer`, milliseconds: what is not begun by then, the local engine answers. */
  batchMs: number;
}

export interface EngineUsage extends Spent {
  promptVersion: string;
  /** Reason → questions that the local engine answered instead. */
  fallbacks: Record<string, number>;
  /** Fault → drafts that the check did not accept, those among them that were mended when sent back. */
  rejected: Record<string, number>;
}

export interface EngineObserver extends EndpointObserver {
  fellBack?(questionId: string, reason: string): void;
  rejected?(fault: string): void;
}

const LONGEST_COMPLETION = 700;
/** After so many prompts with several questions in a row that gave nothing each question is asked alone. */
const MOST_FAILED_TOGETHER = 2;
/** For one question that a person waits for: what is not begun by then is not, milliseconds. */
const PATIENCE_OF_PEOPLE_MS = 20_000;

/** Drafts answers with a model from the retrieved evidence and lets none through that the evidence does not hold. */
export class OpenAiEngine {
  /** For other uses of the same endpoint, which share its limits with the answers. */
  readonly client: EndpointClient;
  /** Prompts with several questions that this endpoint gave nothing for, in a row. */
  private failedTogether = 0;

  constructor(
    private readonly options: OpenAiEngineOptions,
    private readonly observer: EngineObserver = {},
  ) {
    this.client = new EndpointClient(options, observer);
  }

  /** An answer for each task, in order. Never throws for a failing endpoint: the local answer stands in. */
  async answer(
    tasks: readonly DraftTask[],
    check: CheckDrafts,
    urgent = false,
  ): Promise<{ answers: EngineAnswer[]; usage: EngineUsage }> {
    const { batchMs } = this.options;
    const ms = urgent ? Math.min(batchMs, PATIENCE_OF_PEOPLE_MS) : batchMs;
    const patience: Patience = { urgent, until: performance.now() + ms };
    const budget = { left: this.options.tokenBudget };
    const together = !urgent && this.failedTogether < MOST_FAILED_TOGETHER;
    const groups = together ? askedTogether(tasks) : tasks.map((task) => [task]);
    const answers = await Promise.all(groups.map((group) => this.settle(group, budget, patience, check)));
    return { answers: answers.flat(), usage: usageOf(answers.flat()) };
  }

  /** Questions that are asked in one prompt, each with its own evidence and verdict. */
  private async settle(
    tasks: readonly DraftTask[],
    budget: { left: number },
    patience: Patience,
    check: CheckDrafts,
  ): Promise<EngineAnswer[]> {
    const [only] = tasks;
    // Nothing found: nothing to draft from, and nothing to pay for.
    if (tasks.length === 1 && only?.evidence.length === 0) return [only.local];
    const spent: Spent = { requests: 0, promptTokens: 0, completionTokens: 0 };
    const ask: AskModel = async (prompt) => {
      const asked = await this.ask(prompt, budget, patience, spent);
      if (prompt.count > 1) this.remember(asked);
      return asked;
    };
    const settled = await settleDrafts(tasks, ask, check);
    return settled.map((one, i) => {
      this.tell(tasks[i]!, one);
      const { answer, fallback, rejected } = one;
      return {
        ...answer,
        drafting: {
          model: this.options.model,
          promptVersion: PROMPT_VERSION,
          ...shareOf(spent, tasks.length, i),
          rejected: rejected.map(({ fault }) => fault),
          ...(fallback === undefined ? {} : { fallback }),
        },
      };
    });
  }

  /** What an endpoint cannot do several times in a row it is asked no more. */
  private remember(asked: Awaited<ReturnType<AskModel>>): void {
    if ('reply' in asked) this.failedTogether = 0;
    else if (asked.undrafted === 'timeout' || MAY_DO_ALONE.has(asked.undrafted)) this.failedTogether++;
  }

  private tell({ request }: DraftTask, { fallback, rejected }: Settled): void {
    for (const { fault } of rejected) this.observer.rejected?.(fault);
    if (fallback !== undefined) this.observer.fellBack?.(request.questionId, fallback);
  }

  private async ask(prompt: Prompt, budget: { left: number }, patience: Patience, spent: Spent): ReturnType<AskModel> {
    const asked = askOf(prompt);
    const reserved = prompt.messages.reduce((sum, m) => sum + tokensOf(m.content), asked.mostTokens);
    let left = 0;
    const refuse = (): string | undefined => {
      if (budget.left < reserved) return 'token_budget';
      budget.left -= left = reserved;
      return undefined;
    };
    const settle = (cost: Spent): void => {
      add(spent, cost);
      budget.left += left - cost.promptTokens - cost.completionTokens;
    };
    try {
      const reply = await this.client.complete(asked, { ...patience, refuse });
      settle(reply.spent);
      return { reply: reply.value };
    } catch (error) {
      if (!(error instanceof EndpointError)) throw error;
      settle(error.spent);
      return { undrafted: error.reason };
    }
  }
}

/** What the endpoint is asked with a prompt. */
export function askOf(prompt: Prompt): Ask<unknown> {
  return {
    messages: prompt.messages,
    schema: { name: 'answer', schema: prompt.schema as Readonly<Record<string, unknown>> },
    read: (value) => {
      if (draftsOf(prompt, value).every((draft) => draft === undefined)) throw new TypeError('no draft');
      return value;
    },
    mostTokens: LONGEST_COMPLETION * prompt.count,
  };
}

function usageOf(answers: readonly EngineAnswer[]): EngineUsage {
  const usage: EngineUsage = {
    promptVersion: PROMPT_VERSION,
    requests: 0,
    promptTokens: 0,
    completionTokens: 0,
    fallbacks: {},
    rejected: {},
  };
  for (const { drafting } of answers) {
    if (!drafting) continue;
    add(usage, drafting);
    if (drafting.fallback !== undefined) count(usage.fallbacks, drafting.fallback);
    for (const fault of drafting.rejected) count(usage.rejected, fault);
  }
  return usage;
}

/** One question's share of what was spent for several; the shares add up to the whole. */
function shareOf({ requests, promptTokens, completionTokens }: Spent, of: number, at: number): Spent {
  const share = (whole: number): number => Math.floor(whole / of) + (at < whole % of ? 1 : 0);
  return { requests: share(requests), promptTokens: share(promptTokens), completionTokens: share(completionTokens) };
}

function add(to: Spent, { requests, promptTokens, completionTokens }: Spent): void {
  to.requests += requests;
  to.promptTokens += promptTokens;
  to.completionTokens += completionTokens;
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}
