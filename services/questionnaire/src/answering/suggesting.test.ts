import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AnsweringPool } from './answering-pool.js';
import { HARBOUR, libraryAnswer, request } from './evidence.fixture.js';
import type { AnswerRequest, Suggestion } from './types.js';

describe('suggestions of the evidence', () => {
  let pool: AnsweringPool;
  beforeAll(async () => {
    pool = new AnsweringPool({ threads: 1, indexBytes: 50_000_000 });
    const upserts = [
      ...HARBOUR,
      libraryAnswer('old', 'How often is access reviewed?', 'Every month.', { expiresAt: 10 }),
      libraryAnswer('beasts', 'May animals come to work?', 'No. Pets stay at home.'),
      libraryAnswer('pets', 'Are pets allowed at work?', 'No. Pets stay at home.'),
    ];
    const load = async function* () {
      yield await Promise.resolve({ upserts, removals: [] });
    };
    await pool.ensureIndex('a', 1, load);
  });
  afterAll(() => pool.close());
  const suggested = (asked: AnswerRequest): Promise<Suggestion[]> => pool.suggest('a', 1, asked, 5);

  it('say each text once, however many sources hold it', async () => {
    const found = await suggested(request('Are pets or other animals allowed at work?'));
    expect(found.filter(({ answer }) => answer === 'No. Pets stay at home.').length).toBe(1);
  });

  it('begin with the nearest, name each source once, and leave out what has expired', async () => {
    const found = await suggested(request('How often are access rights reviewed, and by whom?'));
    expect(found[0]).toMatchObject({
      sourceId: 'p2',
      sourceType: 'document',
      documentId: 'Security overview.pdf',
      title: 'Security overview.pdf',
      locator: 'Harbour Booking > Access',
      comment: '',
      answer: 'Access rights are reviewed every six months by team leads.',
    });
    const ids = found.map(({ sourceId }) => sourceId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).not.toContain('old');
  });

  it('are none for a question about something else', async () => {
    expect(await suggested(request('Which orchestra played at the opera in spring?'))).toEqual([]);
  });

  it('fit the options of a cell where they say one, and else leave the choice to the person', async () => {
    const options = { answerType: 'boolean', options: ['Yes', 'No'] } as const;
    const asked = (text: string) => request(text, { answerType: options.answerType, options: [...options.options] });
    const pets = await suggested(asked('Are pets allowed in the office at work?'));
    expect(pets[0]).toMatchObject({ sourceId: 'pets', answer: 'No', comment: 'No. Pets stay at home.' });
    const [daily] = await suggested(asked('Are backups taken daily?'));
    expect(daily).toMatchObject({
      sourceId: 'p4',
      answer: '',
      comment: 'Backups are taken daily and kept for 30 days.',
    });
    // A date is taken out of the sentence by the person.
    const [when] = await suggested(request('When are backups taken?', { answerType: 'date' }));
    expect(when).toMatchObject({ answer: 'Backups are taken daily and kept for 30 days.', comment: '' });
  });
});
