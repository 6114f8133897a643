import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedMongo, type EmbeddedMongo } from '@candor/embedded-mongo';
import { connectMongo, newId, systemClock, type ServiceEvent } from '@candor/runtime';
import type { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newQuestionnaire } from '../intake/new-questionnaire.js';
import { openStores, type Stores } from '../store/stores.js';
import { Announcing } from './announcing.js';

let folder = '';
let database: EmbeddedMongo;
let mongo: MongoClient;
let stores: Stores;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-announcing-'));
  database = await startEmbeddedMongo({ dataDir: folder });
  mongo = await connectMongo(database.url, 'test');
  stores = await openStores(mongo.db('questionnaire'), systemClock);
}, 30_000);
afterAll(async () => {
  await mongo.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const FIELDS = { companyName: 'N', dealValue: '', deadline: '', instructions: '', tagIds: [], assignees: [] };
const typesOf = (events: ServiceEvent[]): string[] =>
  events.map(({ type, data }) => `${type} ${String(data['previous_status'])} → ${String(data['status'])}`);

describe('moves of a questionnaire', () => {
  it('are told until the listener has stored them, in their order, under ids that stay', async () => {
    const organizationId = newId();
    const origin = { title: 'T', sourceType: 'TEXT', file: null, fileId: newId(), actor: 'key:1' };
    const questionnaire = newQuestionnaire(organizationId, FIELDS, origin, systemClock);
    await stores.questionnaires.insert(questionnaire);
    const move = (to: 'QUEUED_PENDING_REVIEW' | 'ANALYSIS_FAILED', from: typeof questionnaire.status) =>
      stores.questionnaires.moveByPerson(organizationId, { ...questionnaire, status: from }, { to, actor: 'pipeline' });
    await move('QUEUED_PENDING_REVIEW', 'UPLOADED');
    const told: ServiceEvent[][] = [];
    let broken = true;
    const announcing = new Announcing(stores.questionnaires, (events) => {
      told.push(events);
      // The listener may have stored them and not been able to say so.
      return broken ? Promise.reject(new Error('out of reach')) : Promise.resolve();
    });
    await expect(announcing.round()).rejects.toThrow('out of reach');
    broken = false;
    await announcing.round();
    expect(told).toHaveLength(2);
    expect(told[1]).toEqual(told[0]);
    expect(typesOf(told[1]!)).toEqual([
      'questionnaire.status_changed null → UPLOADED',
      'questionnaire.status_changed UPLOADED → QUEUED_PENDING_REVIEW',
    ]);
    await announcing.round();
    expect(told).toHaveLength(2);
    await move('ANALYSIS_FAILED', 'QUEUED_PENDING_REVIEW');
    await announcing.round();
    expect(typesOf(told[2]!)).toEqual([
      'questionnaire.status_changed QUEUED_PENDING_REVIEW → ANALYSIS_FAILED',
      'questionnaire.failed QUEUED_PENDING_REVIEW → ANALYSIS_FAILED',
    ]);
    const ids = [...told[1]!, ...told[2]!].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('that come while others are being told are told next time', async () => {
    const organizationId = newId();
    const origin = { title: 'T', sourceType: 'TEXT', file: null, fileId: newId(), actor: 'key:1' };
    const questionnaire = newQuestionnaire(organizationId, FIELDS, origin, systemClock);
    await stores.questionnaires.insert(questionnaire);
    const told: string[] = [];
    const announcing = new Announcing(stores.questionnaires, async (events) => {
      told.push(...typesOf(events));
      if (told.length > 1) return;
      await stores.questionnaires.moveByPerson(organizationId, questionnaire, {
        to: 'QUEUED_PENDING_REVIEW',
        actor: 'pipeline',
      });
    });
    await announcing.round();
    await announcing.round();
    expect(told).toContain('questionnaire.status_changed UPLOADED → QUEUED_PENDING_REVIEW');
  });
});
