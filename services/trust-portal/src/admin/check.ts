import type { Clock, Finding } from '@candor/runtime';
import type { Db } from 'mongodb';
import { DELIVERIES, deliveryId, DeliveryStore, type DeliveryRow } from '../store/deliveries.js';
import { UPDATES, type UpdateRow } from '../store/updates.js';

/** What is due should be in somebody's hands long before, microseconds. */
const OVERDUE = 120e6;

/**
 * Counts everything of this service again and looks for what a crash may have left behind: notifications that nobody sends,
 * mails that are open when all is said to be sent, counts that differ from a recount, orphans. Reads only; run it on a
 * quiet system.
 */
export async function check(db: Db, clock: Clock): Promise<Finding[]> {
  const findings: Finding[] = [];
  const deliveries = new DeliveryStore(db);
  const updates = new Map<string, string>();
  for await (const update of db.collection<UpdateRow>(UPDATES).find()) {
    updates.set(update._id, update.organization_id);
    findings.push(...(await checkUpdate(deliveries, update, clock.now() * 1000)));
  }
  for await (const row of db.collection<DeliveryRow>(DELIVERIES).find()) {
    const { _id, organization_id: organizationId, update_id: updateId, subscriber_id: subscriberId } = row;
    if (updates.get(updateId) !== organizationId)
      findings.push({ kind: 'orphan', organizationId, id: `${DELIVERIES}/${_id}`, detail: 'its update is gone' });
    if (_id !== deliveryId(updateId, subscriberId)) {
      const detail = 'its row is not the one of its update and subscriber: the email may go out twice';
      findings.push({ kind: 'wrong_id', organizationId, id: `${DELIVERIES}/${_id}`, detail });
    }
  }
  return findings;
}

async function checkUpdate(deliveries: DeliveryStore, update: UpdateRow, now: number): Promise<Finding[]> {
  const { _id: id, organization_id: organizationId, notification_status: status, due_at: dueAt } = update;
  const findings: Finding[] = [];
  const say = (kind: string, detail: string): void => void findings.push({ kind, organizationId, id, detail });
  const waits = status === 'scheduled' || status === 'sending';
  if (waits && dueAt === 0) say('stalled', `its notification is ${status} and never falls due`);
  if (!waits && dueAt !== 0) say('stalled', `its notification is ${status} and falls due`);
  if (waits && dueAt < now - OVERDUE)
    say('stuck_work', `its notification is overdue by ${Math.round((now - dueAt) / 1e6)} s`);
  if (waits) return findings;
  const { open, recipients, delivered, failed, kept } = await deliveries.count(organizationId, id);
  if (open > 0) say('open_delivery', `${open} emails are open and the notification is ${status}`);
  if (status !== 'sent' && status !== 'kept') return findings;
  const stored = [update.recipient_count, update.delivered_count, update.failed_count, update.kept_count ?? 0].join(
    ', ',
  );
  const counted = [recipients, delivered, failed, kept].join(', ');
  if (stored !== counted)
    say('wrong_counts', `recipients, delivered, failed, kept: ${counted} counted, ${stored} stored`);
  return findings;
}
