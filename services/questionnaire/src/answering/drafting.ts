import type { Logger } from '@candor/runtime';
import type { DraftObserver } from '../measures.js';
import type { AnsweringPool } from './answering-pool.js';
import type { CheckDrafts } from './checking/draft.js';
import { PRESETS } from './endpoint/presets.js';
import type { DraftingOptions, Prices } from './engine-config.js';
import type { OpenAiEngine } from './openai-engine.js';
import type { AnswerRequest, EngineAnswer } from './types.js';
import { draftPrompt } from './openai-prompts.js';
import type { AskedBy, RetrievedEvidence } from './worker-protocol.js';

/** Of one reply, milliseconds, unless configured. */
const TIMEOUT_MS = 30_000;
/** Of one batch, milliseconds, unless configured; with the local engine's time less than the job's. */
const BATCH_MS = 300_000;
/** Items that the endpoint is given for a question. */
const EVIDENCE = 12;
/** Of one batch of 50 questions. */
const TOKEN_BUDGET = 400_000;

/** What would be sent to the endpoint for a question. */
export interface PromptPreview {
  address: string;
  /** To be sent as JSON. */
  body: object;
}

/**
 * Answers by the endpoint where its draft stands on the evidence, by the local engine elsewhere. The endpoint's client is
 * loaded when it is first needed: most installations never do.
 */
export class Drafting {
  private engine: Promise<OpenAiEngine> | undefined;

  constructor(
    private readonly pool: Pick<AnsweringPool, 'answer' | 'retrieve' | 'check'>,
    private readonly options: DraftingOptions,
    private readonly logger: Logger,
    private readonly observe?: DraftObserver,
  ) {}

  async answer(
    organizationId: string,
    revision: number,
    requests: AnswerRequest[],
    by: AskedBy,
  ): Promise<EngineAnswer[]> {
    const local = await this.pool.answer(organizationId, revision, requests, by);
    const found = await this.find(organizationId, revision, requests, by);
    const evidence = new Map(found.map(({ questionId, items }) => [questionId, items]));
    const engine = await this.started();
    const tasks = requests.flatMap((request, i) => {
      const answer = local[i];
      return answer ? [{ request, local: answer, evidence: evidence.get(request.questionId) ?? [] }] : [];
    });
    this.observe?.asked(tasks.length);
    const check: CheckDrafts = (drafts) => this.pool.check(organizationId, drafts, by);
    const { answers, usage } = await engine.answer(tasks, check, by === 'person');
    this.logger.info({ organization_id: organizationId, ...usage }, 'answers drafted');
    return answers.map((answer) => priced(answer, this.options.prices));
  }

  /** What would be sent for one question, without the key; undefined where nothing is found to answer from. Sends nothing. */
  async preview(organizationId: string, revision: number, request: AnswerRequest): Promise<PromptPreview | undefined> {
    const [found] = await this.find(organizationId, revision, [request], 'person');
    if (!found || found.items.length === 0) return undefined;
    const [{ askOf }, { bodyOf }] = await Promise.all([import('./openai-engine.js'), import('./endpoint/wire.js')]);
    const { baseUrl, azure, model, dialect = PRESETS.openai.dialect } = this.options;
    const version = azure?.apiVersion === undefined ? '' : `?api-version=${azure.apiVersion}`;
    const body = bodyOf(model, askOf(draftPrompt([{ request, evidence: found.items }])), dialect);
    return { address: `${baseUrl}/chat/completions${version}`, body };
  }

  private find(
    organizationId: string,
    revision: number,
    requests: AnswerRequest[],
    by: AskedBy,
  ): Promise<RetrievedEvidence[]> {
    return this.pool.retrieve(organizationId, revision, requests, EVIDENCE, by);
  }

  /** The engine on the configured endpoint; its client shares the limits of the endpoint among all that ask it. */
  started(): Promise<OpenAiEngine> {
    return (this.engine ??= this.start());
  }

  private async start(): Promise<OpenAiEngine> {
    const { OpenAiEngine: Engine } = await import('./openai-engine.js');
    const { timeoutMs = TIMEOUT_MS, batchMs = BATCH_MS, dialect = PRESETS.openai.dialect } = this.options;
    const options = { ...this.options, timeoutMs, batchMs, dialect, tokenBudget: TOKEN_BUDGET };
    return new Engine(options, {
      fellBack: (questionId, reason) => {
        this.observe?.fellBack(reason);
        this.logger.warn({ question_id: questionId, reason }, 'the local engine answered instead of the endpoint');
      },
      rejected: (fault) => this.observe?.rejected(fault),
      spent: (spent) => this.observe?.spent(spent),
      resting: (reason, ms) => {
        this.observe?.resting(reason);
        this.logger.warn(
          { reason, rest_ms: ms },
          'the endpoint is left alone for a while; `admin check-engine` tells more',
        );
      },
    });
  }
}

/** With what its tokens cost: a price of a million tokens is so many millionths a token. */
function priced(answer: EngineAnswer, prices: Prices | undefined): EngineAnswer {
  const { drafting } = answer;
  if (!drafting || !prices) return answer;
  const micros = Math.round(drafting.promptTokens * prices.input + drafting.completionTokens * prices.output);
  return { ...answer, drafting: { ...drafting, cost: { micros, currency: prices.currency } } };
}
