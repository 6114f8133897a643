import type { Clock, Finding } from '@candor/runtime';
import type { Db } from 'mongodb';
import { rowId, type ConversationRow } from '../store/conversations.js';
import { INTAKE, type IntakeRow } from '../store/intake.js';
import { SLACK_INBOX, type SlackRow } from '../store/slack-inbox.js';
import { endOf, SPANS, type SpanRow } from '../store/spans.js';

/** Accepted conversations that the sweeper should have published again long ago, microseconds. */
const OVERDUE = 60e6;

/**
 * Counts everything of this service again and looks for what a crash may have left behind: conversations that were accepted
 * and never recorded, counts that differ from a recount, rows under a wrong id. Reads only; run it on a quiet system.
 */
export async function check(db: Db, clock: Clock): Promise<Finding[]> {
  return [
    ...(await stuckIntake(db, clock.now() * 1000)),
    ...(await stuckSlack(db, clock.now() * 1000)),
    ...(await wrongCounts(db)),
    ...(await wrongIds(db)),
  ];
}

async function stuckIntake(db: Db, now: number): Promise<Finding[]> {
  const overdue = await db
    .collection<IntakeRow>(INTAKE)
    .find({ due_at: { $lt: now - OVERDUE } })
    .toArray();
  return overdue.map(({ organization_id, conversation_id, due_at }) => ({
    kind: 'stuck_work',
    organizationId: organization_id,
    id: conversation_id,
    detail: `it was accepted and is not recorded; overdue by ${Math.round((now - due_at) / 1e6)} s`,
  }));
}

/** What came from Slack is given up after an hour at the latest. */
async function stuckSlack(db: Db, now: number): Promise<Finding[]> {
  const waiting = { state: 'waiting' as const, due_at: { $lt: now - OVERDUE } };
  const overdue = await db.collection<SlackRow>(SLACK_INBOX).find(waiting).toArray();
  return overdue.map(({ _id, organization_id, due_at }) => ({
    kind: 'stuck_work',
    organizationId: organization_id,
    id: _id,
    detail: `it came from Slack and is not answered; overdue by ${Math.round((now - due_at) / 1e6)} s`,
  }));
}

/** A count holds as long as nobody has opened its span since it was taken (see SpanStore). */
async function wrongCounts(db: Db): Promise<Finding[]> {
  const findings: Finding[] = [];
  const conversations = db.collection<ConversationRow>('conversations');
  for await (const span of db.collection<SpanRow>(SPANS).find()) {
    if (span.counted_under !== span.open_until) continue;
    const { organization_id, start } = span;
    const counted = await conversations.countDocuments({
      organization_id,
      answered_at: { $gte: start, $lt: endOf(span) },
    });
    if (counted === span.count) continue;
    const detail = `the ${span.level} from ${start} has ${counted} conversations, ${span.count} are stored`;
    findings.push({ kind: 'wrong_counts', organizationId: organization_id, id: span._id, detail });
  }
  return findings;
}

async function wrongIds(db: Db): Promise<Finding[]> {
  const findings: Finding[] = [];
  const rows = db
    .collection<ConversationRow>('conversations')
    .find()
    .project<Pick<ConversationRow, '_id' | 'organization_id' | 'conversation_id'>>({
      organization_id: 1,
      conversation_id: 1,
    });
  for await (const { _id, organization_id, conversation_id } of rows)
    if (_id !== rowId(organization_id, conversation_id)) {
      const detail = 'its row is not the one of its id: it may be there twice';
      findings.push({ kind: 'wrong_id', organizationId: organization_id, id: conversation_id, detail });
    }
  return findings;
}
