import type { Logger } from '@candor/runtime';
import type { DraftObserver } from '../measures.js';
import type { AnsweringPool } from './answering-pool.js';
import type { DraftingOptions } from './engine-config.js';
import type { OpenAiEngine } from './openai-engine.js';
import type { AnswerRequest, EngineAnswer } from './types.js';
import type { AskedBy } from './worker-protocol.js';

/** One request; a slow endpoint must not hold a batch beyond its lease. */
const TIMEOUT_MS = 30_000;
const MOST_RETRIES = 3;
/** Items that the endpoint is given for a question. */
const EVIDENCE = 12;
/** Of one batch of 50 questions. */
const TOKEN_BUDGET = 400_000;

/**
 * Answers by the endpoint where its draft stands on the evidence, by the local engine elsewhere. The endpoint's client is
 * loaded when it is first needed: most installations never do.
 */
export class Drafting {
  private engine: Promise<OpenAiEngine> | undefined;

  constructor(
    private readonly pool: AnsweringPool,
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
    const found = await this.pool.retrieve(organizationId, revision, requests, EVIDENCE, by);
    const evidence = new Map(found.map(({ questionId, items }) => [questionId, items]));
    const engine = await (this.engine ??= this.start());
    const tasks = requests.flatMap((request, i) => {
      const answer = local[i];
      return answer ? [{ request, local: answer, evidence: evidence.get(request.questionId) ?? [] }] : [];
    });
    this.observe?.asked(tasks.length);
    const { answers, usage } = await engine.answer(tasks, (drafts) => this.pool.check(organizationId, drafts, by));
    this.logger.info({ organization_id: organizationId, ...usage }, 'answers drafted');
    return answers;
  }

  private async start(): Promise<OpenAiEngine> {
    const { OpenAiEngine: Engine } = await import('./openai-engine.js');
    const options = {
      ...this.options,
      timeoutMs: TIMEOUT_MS,
      maxRetries: MOST_RETRIES,
      tokenBudget: TOKEN_BUDGET,
    };
    return new Engine(options, (questionId, reason) => {
      this.observe?.fellBack(reason);
      this.logger.warn({ question_id: questionId, reason }, 'the local engine answered instead of the endpoint');
    });
  }
}
