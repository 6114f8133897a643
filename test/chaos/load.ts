import { json, Load } from '../faults/load.js';

/** Everything that people do at once: what the fault tests do, and updates with subscribers, and questions. */
export class ChaosLoad extends Load {
  /** Titles of the updates that were accepted, by id. */
  readonly updates = new Map<string, string>();
  /** Ids of the conversations that were answered. */
  readonly asked: string[] = [];
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

  protected override clients(): Promise<void>[] {
    return [...super.clients(), this.repeat(2000, () => this.publish()), this.repeat(400, () => this.ask())];
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
}
