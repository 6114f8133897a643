import { setTimeout as wait } from 'node:timers/promises';
import { connect } from 'amqplib';
import { deadQueue, queuesOf } from '@candor/runtime';
import { MongoClient } from 'mongodb';
import { JOBS as INSIGHTS_JOBS } from '@candor/insights';
import { JOBS } from '@candor/questionnaire';
import type { Installation } from '../support/installation.js';
import type { Accepted, Load } from './load.js';

/** Messages in the queues of every job: waiting, and given up. */
export async function messages(url: string): Promise<{ waiting: number; dead: number }> {
  const connection = await connect(url);
  try {
    const channel = await connection.createChannel();
    let waiting = 0;
    let dead = 0;
    for (const job of [...Object.values(JOBS), ...Object.values(INSIGHTS_JOBS)]) {
      for (const queue of queuesOf(job)) waiting += (await channel.checkQueue(queue)).messageCount;
      dead += (await channel.checkQueue(deadQueue(job.name))).messageCount;
    }
    return { waiting, dead };
  } finally {
    await connection.close();
  }
}

/** What is still under way in the database; empty when all is quiet. */
export async function underWay(mongoUrl: string): Promise<string[]> {
  const mongo = await MongoClient.connect(mongoUrl);
  try {
    const db = mongo.db('candor_questionnaire');
    const left: string[] = [];
    for (const name of ['questionnaires', 'answer_batches', 'knowledge_documents']) {
      const rows = await db.collection(name).find({ workOpen: true }).project({ workJob: 1 }).toArray();
      left.push(...rows.map(({ workJob }) => String(workJob)));
    }
    const due = { due_at: { $gt: 0 } };
    const accepted = await mongo.db('candor_insights').collection('conversation_intake').countDocuments(due);
    if (accepted > 0) left.push(`${accepted} conversations to be recorded`);
    const unsent = await mongo.db('candor_trust_portal').collection('updates').countDocuments(due);
    if (unsent > 0) left.push(`${unsent} notifications to be sent`);
    const writes = await db.collection('questionnaires').countDocuments({ writesOpen: { $ne: 0 } });
    return writes > 0 ? [...left, `${writes} open writes`] : left;
  } finally {
    await mongo.close();
  }
}

/** Waits until nothing is under way any more; what is wrong then: dead letters, or what goes on after `patienceMs`. */
export async function quiet({ mongoUrl, broker }: Installation, patienceMs: number): Promise<string[]> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const left = await underWay(mongoUrl);
    const { waiting, dead } = await messages(broker.url);
    if (left.length === 0 && waiting === 0) return dead > 0 ? [`${dead} dead letters`] : [];
    if (Date.now() > deadline) return [`not quiet: ${left.join(', ')}; ${waiting} messages wait, ${dead} are dead`];
    await wait(500);
  }
}

/** Every acknowledged upload with each of its questions once, and every acknowledged edit; what differs, as text. */
export async function lostOrDoubled(load: Load): Promise<string[]> {
  const wrong: string[] = [];
  for (const accepted of load.accepted) wrong.push(...(await verifyOne(load, accepted)));
  return wrong;
}

async function verifyOne(load: Load, { id, texts, edits, deletion }: Accepted): Promise<string[]> {
  const overview = await load.call('GET', `/v1/questionnaire/${id}/overview`);
  if (overview.kind === 'refused') return deletion === 'none' ? [`${id} is lost`] : [];
  if (overview.kind !== 'ok') return [`${id} cannot be read`];
  if (deletion === 'done') return [`${id} was deleted and is there`];
  const { status } = overview.body as { status: string };
  if (!['ANSWERING_COMPLETED', 'COMPLETED'].includes(status)) return [`${id} ended as ${status}`];
  const listed = await load.call('GET', `/v1/questionnaire/${id}/questions?limit=1000`);
  if (listed.kind !== 'ok') return [`the questions of ${id} cannot be read`];
  const { questions } = listed.body as { questions: { id: string; text: string; answer: string | null }[] };
  const wrong: string[] = [];
  if (JSON.stringify(questions.map(({ text }) => text)) !== JSON.stringify(texts))
    wrong.push(`${id} has ${questions.length} questions instead of its ${texts.length}`);
  for (const [questionId, { acknowledged, unknown }] of edits) {
    const answer = questions.find((question) => question.id === questionId)?.answer ?? '';
    if (answer === acknowledged || unknown.includes(answer)) continue;
    if (acknowledged !== undefined) wrong.push(`an edit of ${id} is lost: "${answer}" instead of "${acknowledged}"`);
    else if (answer.startsWith('Edited')) wrong.push(`${id} holds an edit that was refused: "${answer}"`);
  }
  return wrong;
}
