import { deterministicId, type PublishEvents } from '@candor/runtime';
import { toldEvent } from '../events/telling.js';
import type { FactDocument } from '../store/interview-documents.js';
import type { InterviewStore } from '../store/interviews.js';

const AT_ONCE = 200;
/** Where people answer what is asked of them. */
const PATH = '/console/interviews/mine';

/**
 * Tells people what an interview asks of them: one event for all that one call asked of somebody. The mark goes when the event
 * has been stored, so that a crash repeats it under the same id.
 */
export class FactTelling {
  constructor(
    private readonly interviews: InterviewStore,
    private readonly publish: PublishEvents,
  ) {}

  async round(): Promise<void> {
    const asked = new Map<string, FactDocument[]>();
    for (const fact of await this.interviews.factsUntold(AT_ONCE)) {
      const key = [fact.organizationId, fact.interviewId, fact.assigneeId, fact.askedAt].join(' ');
      asked.set(key, [...(asked.get(key) ?? []), fact]);
    }
    for (const facts of asked.values()) await this.tell(facts);
  }

  private async tell(facts: readonly FactDocument[]): Promise<void> {
    const [first] = facts;
    if (!first) return;
    const { organizationId, interviewId, assigneeId, assigneeType, askedBy, askedAt, note } = first;
    const interview = await this.interviews.get(organizationId, interviewId);
    if (interview && assigneeId !== '') {
      const event = toldEvent({
        id: deterministicId(first._id, 'asked', assigneeId, String(askedAt)),
        organizationId,
        at: askedAt,
        kind: 'assigned',
        recipients: [{ id: assigneeId, type: assigneeType || 'USER' }],
        actor: askedBy,
        subject: { type: 'interview', id: interviewId, title: interview.title },
        count: facts.length,
        path: PATH,
        text: note,
      });
      await this.publish([event]);
    }
    await this.interviews.markFactsTold(organizationId, facts);
  }
}
