import OpenAI from 'openai';
import { endpointFetchVia } from '../endpoint-fetch.js';
import { Breaker, BREAKER_LIMITS, type BreakerLimits, type Leave } from './breaker.js';
import { Dialects } from './dialect.js';
import { EndpointError, type Spent } from './endpoint-error.js';
import { CutOff, failureOf, LONGEST_WAIT_MS, mayPass, refusalOf, retryAfter, Unreadable } from './failures.js';
import { readReply } from './parsing.js';
import type { Dialect } from './presets.js';
import type { ProxyRules } from './proxy.js';
import { Slots } from './slots.js';
import { bodyOf, completionOf, inErrorForm, type Ask } from './wire.js';

/** Where a model is, and how it is reached. */
export interface Endpoint {
  /** With the path of the version, or of Azure's deployment. */
  baseUrl: string;
  /** Undefined for an endpoint without keys. */
  apiKey?: string | undefined;
  /** Azure takes the key in a header of its own, and its version in the address. */
  azure?: { apiVersion: string | undefined } | undefined;
  model: string;
  dialect: Dialect;
  /** Requests at a time, of all batches together: an endpoint's limits are an account's, not a batch's. */
  concurrency: number;
  /** Of one reply, its further tries included, milliseconds. */
  timeoutMs: number;
  proxies?: ProxyRules | undefined;
  breaker?: Partial<BreakerLimits> | undefined;
}

/** What the client tells about the endpoint; keys, addresses and texts are in none of it. */
export interface EndpointObserver {
  /** The breaker has opened, for `ms`. */
  resting?(reason: string, ms: number): void;
  spent?(spent: Spent): void;
}

/** Who waits, and how long. */
export interface Patience {
  /** A person waits: before all runs, and through a try of a resting endpoint. */
  urgent: boolean;
  /** Not to be begun after this, of `performance.now()`. */
  until: number;
  /** Asked when its turn has come: a word for why the call is not to be made after all; undefined: it is made. */
  refuse?: () => string | undefined;
}

export interface Reply<T> {
  value: T;
  spent: Spent;
}

const MOST_TRIES = 3;
const FIRST_WAIT_MS = 500;
/** A shorter key, as of endpoints that need none, may well be a word of an answer. Characters. */
const LEAST_KEY = 12;
/** A reply that a person waits for comes in this time, or is not waited for. */
const LONGEST_FOR_PEOPLE_MS = 30_000;
/** So long a run waits for a try whether a resting endpoint works again; the try goes on without it. */
const TRY_PATIENCE_MS = 3_000;

interface Turn {
  leave: Leave;
  spent: Spent;
  signal: AbortSignal;
  endsAt: number;
}

/** Asks one endpoint for replies in a given shape: in its own dialect, within deadlines, and not at all while it fails. */
export class EndpointClient {
  private readonly client: OpenAI;
  private readonly dialects: Dialects;
  private readonly breaker: Breaker;
  private readonly slots: Slots;

  constructor(
    private readonly endpoint: Endpoint,
    private readonly observer: EndpointObserver = {},
  ) {
    const { baseUrl, apiKey, azure, dialect, concurrency, proxies = {} } = endpoint;
    const send = endpointFetchVia(proxies);
    this.client = new OpenAI({
      baseURL: baseUrl,
      apiKey: apiKey ?? 'none',
      // Neither the variables of the package nor its logs: both would go past the configuration.
      organization: null,
      project: null,
      logLevel: 'off',
      maxRetries: 0,
      defaultHeaders: {
        ...(azure || apiKey === undefined ? { authorization: null } : {}),
        ...(azure ? { 'api-key': apiKey ?? '' } : {}),
      },
      ...(azure?.apiVersion === undefined ? {} : { defaultQuery: { 'api-version': azure.apiVersion } }),
      fetch: async (input, init) => inErrorForm(await send(input, init)),
    });
    this.dialects = new Dialects(dialect);
    const limits = { ...BREAKER_LIMITS, ...endpoint.breaker };
    this.breaker = new Breaker(limits, concurrency, (reason, ms) => observer.resting?.(reason, ms));
    this.slots = new Slots(concurrency);
  }

  /** How the endpoint is asked now, as found out so far. */
  get dialect(): Dialect {
    return this.dialects.current();
  }

  /** A reply in the wanted shape. Throws `EndpointError` alone, with what was spent. */
  async complete<T>(ask: Ask<T>, { urgent, until, refuse }: Patience): Promise<Reply<T>> {
    await this.slots.take(urgent);
    const unwanted = performance.now() < until ? refuse?.() : 'batch_time';
    const leave = unwanted === undefined ? this.breaker.enter() : 'refused';
    if (leave === 'refused') {
      this.slots.give();
      throw new EndpointError(unwanted ?? 'circuit_open');
    }
    const asked = this.within(leave, ask, urgent).finally(() => this.slots.give());
    return leave === 'try' && !urgent ? orStillResting(TRY_PATIENCE_MS, asked) : asked;
  }

  private async within<T>(leave: Leave, ask: Ask<T>, urgent: boolean): Promise<Reply<T>> {
    const { timeoutMs: usual } = this.endpoint;
    const timeoutMs = urgent ? Math.min(usual, LONGEST_FOR_PEOPLE_MS) : usual;
    const began = performance.now();
    const spent: Spent = { requests: 0, promptTokens: 0, completionTokens: 0 };
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), timeoutMs);
    try {
      const turn = { leave, spent, signal: deadline.signal, endsAt: began + timeoutMs };
      const value = await this.inDialect(turn, ask);
      this.breaker.succeeded(leave);
      return { value, spent };
    } catch (error) {
      const { reason, rest, own } = failureOf(error, deadline.signal.aborted);
      const ms = performance.now() - began;
      if (own) this.breaker.refusedOne(leave, reason, ms);
      else this.breaker.failed(leave, reason, ms, rest);
      throw new EndpointError(reason, spent);
    } finally {
      clearTimeout(timer);
      this.observer.spent?.(spent);
    }
  }

  /** Asks in the known way, and in others while that is refused. */
  private async inDialect<T>(turn: Turn, ask: Ask<T>): Promise<T> {
    let dialect = this.dialects.current();
    const tried: Dialect[] = [];
    for (;;) {
      tried.push(dialect);
      try {
        const value = await this.once(turn, ask, dialect);
        this.dialects.worked(dialect);
        return value;
      } catch (error) {
        const next = this.otherwise(error, dialect, tried);
        if (next === undefined || turn.signal.aborted) throw error;
        dialect = next;
      }
    }
  }

  /** Another way of asking, where the failure may come from the one that was tried last. */
  private otherwise(error: unknown, dialect: Dialect, tried: readonly Dialect[]): Dialect | undefined {
    if (error instanceof CutOff) return this.dialects.afterCutOff(dialect);
    if (error instanceof Unreadable) return this.dialects.afterUnreadable(dialect);
    const refusal = refusalOf(error);
    return refusal && this.dialects.afterRefusal(dialect, refusal, tried);
  }

  private async once<T>(turn: Turn, ask: Ask<T>, dialect: Dialect): Promise<T> {
    const reply = await this.sent(turn, bodyOf(this.endpoint.model, ask, dialect));
    const { content, cutOff, promptTokens, completionTokens } = completionOf(reply, ask.messages);
    turn.spent.promptTokens += promptTokens;
    turn.spent.completionTokens += completionTokens;
    // What is said of a draft that is not accepted repeats its words: never the key.
    const { apiKey } = this.endpoint;
    if (apiKey !== undefined && apiKey.length >= LEAST_KEY && content.includes(apiKey)) throw new Unreadable();
    try {
      return readReply(content, ask.read);
    } catch {
      throw cutOff ? new CutOff() : new Unreadable();
    }
  }

  /** Sends it, and again after what may be otherwise in a moment. A try of a resting endpoint is made once. */
  private async sent(turn: Turn, body: OpenAI.ChatCompletionCreateParamsNonStreaming): Promise<unknown> {
    for (let number = 1; ; number++) {
      turn.spent.requests++;
      try {
        // Its own deadline is longer: the turn's ends it.
        const options = { signal: turn.signal, timeout: this.endpoint.timeoutMs + 1_000 };
        return await this.client.chat.completions.create(body, options);
      } catch (error) {
        const asked = retryAfter(error) ?? FIRST_WAIT_MS * 2 ** (number - 1);
        const again = mayPass(error) && number < MOST_TRIES && turn.leave !== 'try' && !turn.signal.aborted;
        if (!again || asked > LONGEST_WAIT_MS || performance.now() + asked >= turn.endsAt) throw error;
        await new Promise((resolve) => setTimeout(resolve, asked));
      }
    }
  }
}

/** The reply, or after `ms` the news that the endpoint still rests. */
async function orStillResting<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new EndpointError('circuit_open')), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
