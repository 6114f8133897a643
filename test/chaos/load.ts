import { json, Load, type Answered, type Outcome } from '../faults/load.js';
import { questionnaireForm, type CallApi } from '../kill/evidence.mjs';

/** A file that was given out, of a questionnaire. */
export interface Export {
  format: 'csv' | 'json' | 'original';
  texts: string[];
  file: Buffer;
}

/**
 * Everything that people do at once: what the fault tests do, updates with subscribers, questions, exports, and
 * questionnaires in an organization whose evidence does not change, so that its answers can be foretold.
 */
export class ChaosLoad extends Load {
  /** Titles of the updates that were accepted, by id. */
  readonly updates = new Map<string, string>();
  /** Ids of the conversations that were answered. */
  readonly asked: string[] = [];
  /** Questionnaires accepted by the organization whose evidence does not change. */
  readonly steady: string[] = [];
  readonly exports: Export[] = [];
  /** Every call, as the audit log should know it. */
  readonly calls: Answered[] = [];
  /** That organization. */
  steadyOrganization = '';
  private published = 0;
  private questions = 0;

  /** Adds subscribers; before anything breaks, so that everybody is to get every update. */
  async subscribe(addresses: string[]): Promise<void> {
    for (const email of addresses) {
      const added = await this.call(
        'POST',
        '/v1/trustportal/updates/subscribers',
        json({ email, status: 'confirmed' }),
      );
      if (added.kind !== 'ok') throw new Error(`${email} could not be subscribed`);
    }
  }

  /** Calls that must not fail, in an organization ('': that of the key). */
  certain(organizationId = ''): CallApi {
    return async (path, { method = 'GET', body, headers, bytes = false } = {}) => {
      const own = organizationId === '' ? {} : { 'x-organization-id': organizationId };
      const sent = { headers: { ...(headers as Record<string, string>), ...own }, bytes };
      const outcome = await this.call(method, path, {
        ...sent,
        ...(body ? { body: body as string | FormData } : {}),
      });
      if (outcome.kind !== 'ok') throw new Error(`${method} ${path}: ${outcome.kind}`);
      return outcome.body;
    };
  }

  protected override answered(call: Answered): void {
    this.calls.push(call);
  }

  protected override clients(): Promise<void>[] {
    return [
      ...super.clients(),
      this.repeat(2000, () => this.publish()),
      this.repeat(400, () => this.ask()),
      this.repeat(700, () => this.export()),
      this.repeat(12_000, () => this.uploadSteady()),
    ];
  }

  private async publish(): Promise<void> {
    const title = `News ${this.published++}`;
    const body = { title, description: 'What changed, and why it matters.', send_immediately: true };
    const made = await this.call('POST', '/v1/trustportal/updates', json(body));
    if (made.kind === 'ok') this.updates.set((made.body as { id: string }).id, title);
  }

  private async ask(): Promise<void> {
    const question = `Question ${this.questions++}: do you test your backups?`;
    const answered = await this.call('POST', '/v1/insights/ask', json({ question, source_type: 'web_ui' }));
    if (answered.kind === 'ok') this.asked.push((answered.body as { conversation_id: string }).conversation_id);
  }

  private async export(): Promise<void> {
    const ready = this.ready();
    const target = ready[Math.floor(this.random() * ready.length)];
    if (!target) return;
    const format = (['csv', 'json', 'original'] as const)[Math.floor(this.random() * 3)] ?? 'csv';
    const path = `/v1/questionnaire/${target.id}/export?format=${format}`;
    const given: Outcome = await this.call('GET', path, { bytes: true });
    if (given.kind === 'ok') this.exports.push({ format, texts: target.texts, file: given.body as Buffer });
  }

  private async uploadSteady(): Promise<void> {
    const headers = { 'x-organization-id': this.steadyOrganization };
    const sent = { body: questionnaireForm(), headers };
    const outcome = await this.call('POST', '/v1/questionnaire/upload/file', sent);
    if (outcome.kind === 'ok') this.steady.push((outcome.body as { questionnaire_id: string }).questionnaire_id);
  }
}
