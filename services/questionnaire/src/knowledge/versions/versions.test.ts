import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { micros, newId, systemClock } from '@candor/runtime';
import { Ledger } from '../../ledger/ledger.js';
import { startTestService, until, type TestService } from '../../questionnaire.fixture.js';
import { startTestReview, type TestReview } from '../../review/review.fixture.js';
import { openStores, type Stores } from '../../store/stores.js';
import { TestDocuments } from '../documents.fixture.js';
import { versionCases, type VersionCases } from './version-cases.js';

const V1 = '# Logging\n\n## Retention\n\nAudit logs are kept for 13 months.\n\n## Review\n\nLogs are reviewed daily.\n';
const V2 = V1.replace('13 months', '6 months');
const V3 = `${V2}\n## Keys\n\nKeys rotate yearly.\n`;
const QUESTION = 'How long are audit logs kept?';
const PAGE = { limit: 100, offset: 0 };

describe('the versions of a document', () => {
  let service: TestService;
  let review: TestReview;
  let stores: Stores;
  let cases: VersionCases;
  beforeAll(async () => {
    service = await startTestService();
    review = await startTestReview(service);
    stores = await openStores(service.db, systemClock);
    cases = versionCases(stores);
  });
  afterAll(async () => {
    await review.close();
    await service.close();
  });
  const tomorrow = (): number => micros(systemClock) + 86_400e6;

  it('are kept with what they said, who brought them and when they went', async () => {
    const organization = newId();
    const documents = new TestDocuments(service, organization);
    const id = await documents.upload(V1);
    await documents.replace(id, V2, { name: 'policy-2.md' });
    await documents.replace(id, V3, { name: 'policy-3.md' });
    const { versions, total } = await cases.versions.list(organization, id, PAGE);
    expect(total).toBe(3);
    expect(versions.map(({ version, state, name, textKept }) => [version, state, name, textKept])).toEqual([
      [3, 'current', 'policy-3.md', true],
      [2, 'replaced', 'policy-2.md', true],
      [1, 'replaced', 'policy.md', true],
    ]);
    const [third, second, first] = versions;
    expect(first?.sha256).toBe(createHash('sha256').update(V1).digest('hex'));
    expect(first?.uploadedBy).toMatch(/^key:/);
    expect(first?.replacedAt).toBeLessThanOrEqual(second?.replacedAt ?? 0);
    expect(third?.replacedAt).toBe(0);
    expect((await cases.versions.list(organization, id, { limit: 1, offset: 1 })).versions).toEqual([second]);

    const read = await cases.versions.read(organization, id, 1, PAGE);
    expect(read.passages.map(({ text }) => text)).toEqual([
      'Audit logs are kept for 13 months.',
      'Logs are reviewed daily.',
    ]);
    expect((await cases.versions.read(organization, id, 3, PAGE)).total).toBe(3);
    const { differences, counts } = await cases.comparing.compare(
      organization,
      id,
      { version: 3, against: 1, withKept: false },
      PAGE,
    );
    expect(counts).toEqual({ kept: 1, added: 1, removed: 0, changed: 1 });
    expect(differences).toMatchObject([
      { kind: 'changed', locator: 'Logging > Retention', after: 'Audit logs are kept for 6 months.' },
      { kind: 'added', locator: 'Logging > Keys', before: '' },
    ]);
    await expect(cases.versions.read(newId(), id, 1, PAGE)).rejects.toMatchObject({ code: 'document_not_found' });
    await expect(cases.versions.read(organization, id, 4, PAGE)).rejects.toMatchObject({ code: 'version_not_found' });

    await documents.remove(id);
    await until(
      async () => {
        const ofOrganization = { organizationId: organization };
        const rows = ['document_versions', 'old_passages'].map((name) =>
          service.db.collection(name).countDocuments(ofOrganization),
        );
        return (await Promise.all(rows)).join();
      },
      (left) => left === '0,0',
    );
  });

  it('open the words of an answer that quotes an older one', async () => {
    const organization = newId();
    const documents = new TestDocuments(service, organization);
    const id = await documents.upload(V1);
    const questionnaire = await service.uploadCsv(organization, ['Question,Answer', `${QUESTION},`]);
    await service.untilProcessed(organization, questionnaire);
    const [question] = await service.questionsOf(organization, questionnaire);
    const places = () => cases.places.of(organization, questionnaire, question?.id ?? '');
    expect(await places()).toMatchObject([{ documentId: id, version: 1, current: true }]);
    await documents.replace(id, V2);
    await documents.replace(id, V3);
    const [place] = await places();
    expect(place).toMatchObject({ documentId: id, version: 1, current: false });
    expect(place?.replacedAt).toBeGreaterThan(0);
    await stores.documentVersions.bound(organization, id, { versions: 1, bytes: 1e9 });
    expect(await places()).toMatchObject([{ documentId: id, version: undefined, current: false }]);
    await expect(cases.places.of(newId(), questionnaire, question?.id ?? '')).rejects.toMatchObject({
      code: 'question_not_found',
    });
  });

  it('keep no more text than the bounds allow, and still tell name and SHA-256', async () => {
    const organization = newId();
    const documents = new TestDocuments(service, organization);
    const id = await documents.upload(V1);
    await documents.replace(id, V2);
    await documents.replace(id, V3);
    await stores.documentVersions.bound(organization, id, { versions: 1, bytes: 1e9 });
    const kept = async () =>
      (await cases.versions.list(organization, id, PAGE)).versions.map(({ textKept }) => textKept);
    expect(await kept()).toEqual([true, true, false]);
    await expect(cases.versions.read(organization, id, 1, PAGE)).rejects.toMatchObject({
      code: 'version_text_not_kept',
    });
    await stores.documentVersions.bound(organization, id, { versions: 9, bytes: 1 });
    expect(await kept()).toEqual([true, false, false]);
    expect(await service.db.collection('old_passages').countDocuments({ organizationId: organization })).toBe(0);
  });

  it('do not count one that could not be read', async () => {
    const organization = newId();
    const documents = new TestDocuments(service, organization);
    const id = await documents.upload(V1);
    await documents.replace(id, '%PDF-1.7 broken', { name: 'policy.pdf' });
    expect((await cases.versions.list(organization, id, PAGE)).versions).toMatchObject([
      { version: 1, state: 'current', name: 'policy.md' },
    ]);
  });

  it('can be moved or cancelled while one waits, and not otherwise', async () => {
    const organization = newId();
    const documents = new TestDocuments(service, organization);
    const id = await documents.upload(V1);
    const [day, later] = [tomorrow(), tomorrow() + 86_400e6];
    await documents.replace(id, V2, { name: 'next.md', effectiveAt: day });
    const [waiting] = (await cases.versions.list(organization, id, PAGE)).versions;
    expect(waiting).toMatchObject({ version: 2, state: 'waiting', name: 'next.md', effectiveAt: day, textKept: false });
    await expect(cases.versions.read(organization, id, 2, PAGE)).rejects.toMatchObject({ code: 'version_not_read' });
    expect(await cases.versions.move(organization, id, 2, later)).toMatchObject({ upcomingAt: later });
    await expect(cases.versions.cancel(organization, id, 1)).rejects.toMatchObject({ code: 'version_not_waiting' });
    await expect(cases.versions.cancel(organization, id, 3)).rejects.toMatchObject({ code: 'version_not_found' });
    await expect(cases.versions.cancel(newId(), id, 2)).rejects.toMatchObject({ code: 'document_not_found' });
    await cases.versions.cancel(organization, id, 2);
    expect((await documents.read(id)).upcoming).toBeUndefined();
    await expect(cases.versions.cancel(organization, id, 2)).rejects.toMatchObject({ code: 'version_not_found' });
    expect(await service.db.collection('file_owners').countDocuments({ organizationId: organization })).toBe(1);

    await documents.replace(id, V2, { name: 'next.md', effectiveAt: day });
    await cases.versions.move(organization, id, 2, 0);
    await until(
      () => documents.read(id),
      ({ version }) => version === 2,
    );
  });

  it('are evidence from their own day on, also the first', async () => {
    const organization = newId();
    const documents = new TestDocuments(service, organization);
    const id = await documents.upload(V1, { effectiveAt: tomorrow() });
    expect(await documents.ask(QUESTION)).toBe('');
    await documents.date(id, { effectiveAt: 0 });
    expect(await documents.ask(QUESTION)).toContain('13 months');
    await documents.date(id, { effectiveAt: tomorrow() });
    expect(await documents.ask(QUESTION)).toBe('');
    await documents.replace(id, V2);
    expect(await documents.ask(QUESTION)).toContain('6 months');
    const expiresAt = new Date().toISOString();
    await expect(documents.date(id, { effectiveAt: tomorrow(), expiresAt })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('tell what stands on a document that does not hold yet, until it does', async () => {
    const organization = newId();
    const documents = new TestDocuments(service, organization);
    const id = await documents.upload(V1);
    const questionnaire = await service.uploadCsv(organization, ['Question,Answer', `${QUESTION},`]);
    await service.untilProcessed(organization, questionnaire);
    await review.export(organization, questionnaire);
    const ledger = new Ledger({ ...review.stores, clock: systemClock });
    await until(
      () => ledger.claims(organization, {}, PAGE),
      ({ claims }) => claims.length === 1 && claims.every(({ unjudged }) => !unjudged),
    );
    const found = async () => (await ledger.findings(organization, {}, PAGE)).findings[0];
    await documents.date(id, { effectiveAt: tomorrow() });
    await until(found, (one) => one?.kind === 'not_yet_effective' && one.state === 'OPEN');
    // The day comes: the ledger looks again of its own.
    await service.db
      .collection<{ _id: string }>('knowledge_documents')
      .updateOne({ _id: id }, { $set: { effectiveAt: micros(systemClock) - 1 } });
    await until(found, (one) => one?.state === 'WITHDRAWN');
  });
});
