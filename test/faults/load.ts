import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { csvOf, form, markdown } from '../support/multipart.js';

export interface Accepted {
  id: string;
  texts: string[];
  edits: Map<string, Edits>;
  /** An edit was acknowledged: it has its answers. */
  ready: boolean;
  /** A deletion was acknowledged, or sent and its fate is unknown. */
  deletion: 'none' | 'unknown' | 'done';
}

/** What was sent to one question. */
export interface Edits {
  /** The last one that was acknowledged. */
  acknowledged: string | undefined;
  /** Those whose fate is unknown: each may have taken effect, also late. */
  unknown: string[];
}

export interface Tally {
  calls: number;
  unavailable: number;
  broken: number;
  /** Refusals that the state explains (404, 409, 412). */
  refused: number;
  /** Everything else: must stay empty. */
  wrong: string[];
}

export interface Sent {
  body?: string | FormData;
  headers?: Record<string, string>;
  /** The answer is a file. */
  bytes?: boolean;
}

/** A call and what came of it. */
export interface Answered {
  method: string;
  path: string;
  requestId: string;
  /** Where it worked; '': in the organization of the key. */
  organizationId: string;
  kind: Outcome['kind'];
}

export type Outcome = { kind: 'ok'; body: never } | { kind: 'refused' } | { kind: 'unknown' };

/** Clients that upload, edit, complete and delete while things break, and remember what was acknowledged. */
export class Load {
  readonly accepted: Accepted[] = [];
  readonly tally: Tally = { calls: 0, unavailable: 0, broken: 0, refused: 0, wrong: [] };
  private stopping = false;
  private running: Promise<void>[] = [];
  private uploads = 0;
  private readonly documents: string[] = [];
  protected readonly random: () => number;

  constructor(
    private readonly url: string,
    private readonly key: string,
    seed: number,
  ) {
    this.random = randomOf(seed);
  }

  start(): void {
    this.running = this.clients();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.running);
  }

  /** What goes on at once until it is stopped. */
  protected clients(): Promise<void>[] {
    return [
      this.repeat(600, () => this.upload()),
      this.repeat(150, () => this.edit()),
      this.repeat(500, () => this.complete()),
      this.repeat(900, () => this.answerAgain()),
      this.repeat(4000, () => this.correct()),
      this.repeat(1500, () => this.remove()),
      this.repeat(1200, () => this.knowledge()),
    ];
  }

  async call(method: string, path: string, sent: Sent = {}): Promise<Outcome> {
    const requestId = randomUUID();
    const outcome = await this.send(method, path, sent, requestId);
    const organizationId = sent.headers?.['x-organization-id'] ?? '';
    this.answered({ method, path, requestId, organizationId, kind: outcome.kind });
    return outcome;
  }

  /** Is told of every call. */
  protected answered(_call: Answered): void {
    // Those who count what was done do more.
  }

  private async send(
    method: string,
    path: string,
    { body, headers, bytes }: Sent,
    requestId: string,
  ): Promise<Outcome> {
    this.tally.calls++;
    let status: number;
    let read: Buffer;
    try {
      const response = await fetch(this.url + path, {
        method,
        headers: { 'x-api-key': this.key, 'x-request-id': requestId, ...headers },
        ...(body === undefined ? {} : { body }),
        signal: AbortSignal.timeout(40_000),
      });
      status = response.status;
      read = Buffer.from(await response.arrayBuffer());
    } catch (error) {
      if (error instanceof DOMException) this.tally.wrong.push(`${method} ${path}: no answer in 40 s`);
      else this.tally.broken++;
      return { kind: 'unknown' };
    }
    if (status === 200) return { kind: 'ok', body: (bytes ? read : JSON.parse(read.toString())) as never };
    if (status === 503) this.tally.unavailable++;
    else if ([404, 409, 412].includes(status)) {
      this.tally.refused++;
      return { kind: 'refused' };
    } else this.tally.wrong.push(`${method} ${path}: ${status} ${read.toString().slice(0, 200)}`);
    return { kind: 'unknown' };
  }

  private async upload(): Promise<void> {
    const count = 5 + Math.floor(this.random() * 70);
    const upload = this.uploads++;
    const texts = Array.from(
      { length: count },
      (_, n) => `Does control ${upload}-${n} of your security program cover ${TOPICS[n % TOPICS.length] ?? ''}?`,
    );
    const outcome = await this.call('POST', '/v1/questionnaire/upload/file', {
      body: form(['company_name', 'Acme'], ['file', csvOf(texts, `questions ${upload}.csv`)]),
    });
    if (outcome.kind !== 'ok') return;
    const { questionnaire_id: id } = outcome.body as { questionnaire_id: string };
    this.accepted.push({ id, texts, edits: new Map(), ready: false, deletion: 'none' });
  }

  private async edit(): Promise<void> {
    const target = this.pick(this.random() < 0.6 ? this.ready() : undefined);
    if (!target) return;
    const listed = await this.call('GET', `/v1/questionnaire/${target.id}/questions?limit=1000`);
    if (listed.kind !== 'ok') return;
    const { questions } = listed.body as { questions: { id: string }[] };
    const question = questions[Math.floor(this.random() * questions.length)];
    if (!question) return;
    const answer = `Edited ${Math.floor(this.random() * 1e9)}`;
    const path = `/v1/questionnaire/${target.id}/questions/${question.id}`;
    const edits: Edits = target.edits.get(question.id) ?? { acknowledged: undefined, unknown: [] };
    target.edits.set(question.id, edits);
    const outcome = await this.call('PATCH', path, json({ answer }));
    if (outcome.kind === 'ok') {
      edits.acknowledged = answer;
      target.ready = true;
    }
    if (outcome.kind === 'unknown') edits.unknown.push(answer);
    if (outcome.kind === 'ok' && this.random() < 0.3) await this.call('POST', `${path}/approve`, json({}));
  }

  private async complete(): Promise<void> {
    const target = this.pick(this.ready());
    if (!target) return;
    await this.call('POST', `/v1/questionnaire/${target.id}/complete`, json({ force: true }));
    if (this.random() < 0.7) await this.call('POST', `/v1/questionnaire/${target.id}/reopen`, json({}));
  }

  private async answerAgain(): Promise<void> {
    const target = this.pick(this.ready());
    if (target) await this.call('POST', `/v1/questionnaire/${target.id}/regenerate`, json({}));
  }

  /** Says what the engine found anyway: every question stays, with all that was done to it. */
  private async correct(): Promise<void> {
    const target = this.pick(this.ready());
    const columns = { question: 'A', answers: ['B'] };
    const corrections = { areas: [{ sheet: '', columns }], add: [], remove: [] };
    if (target) await this.call('POST', `/v1/questionnaire/${target.id}/extraction/corrections`, json({ corrections }));
  }

  private async remove(): Promise<void> {
    const target = this.pick();
    if (!target || this.ready().length < 5) return;
    target.deletion = 'unknown';
    const outcome = await this.call('DELETE', `/v1/questionnaire/${target.id}`);
    if (outcome.kind === 'ok') target.deletion = 'done';
  }

  private async knowledge(): Promise<void> {
    const text = `# Policy ${this.uploads}\n\n${TOPICS.map((topic) => `We cover ${topic} in our program.`).join('\n\n')}\n`;
    const added = await this.call('POST', '/v1/knowledge/documents', {
      body: form(['file', markdown(text, `policy ${this.uploads}.md`)]),
    });
    if (added.kind === 'ok') this.documents.push((added.body as { id: string }).id);
    // An older one, which has been read by now: a deletion waits for the lease of whoever reads it.
    const old = this.documents.length > 3 ? this.documents.shift() : undefined;
    if (old !== undefined) await this.call('DELETE', `/v1/knowledge/documents/${old}`);
  }

  /** Those that people work on. */
  ready(): Accepted[] {
    return this.accepted.filter((one) => one.ready && one.deletion === 'none');
  }

  private pick(from?: Accepted[]): Accepted | undefined {
    const present = from?.length ? from : this.accepted.filter(({ deletion }) => deletion === 'none');
    return present[Math.floor(this.random() * present.length)];
  }

  protected async repeat(everyMs: number, action: () => Promise<void>): Promise<void> {
    while (!this.stopping) {
      await action();
      await wait(everyMs * (0.5 + this.random()));
    }
  }
}

const TOPICS = ['encryption at rest', 'backups', 'incident response', 'access reviews', 'vendor risk'];

export const json = (body: object): Sent => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

/** Mulberry32: the same numbers for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}
