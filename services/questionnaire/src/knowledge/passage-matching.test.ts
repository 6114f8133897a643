import { describe, expect, it } from '@jest/globals';
import { matchPassages } from './passage-matching.js';

const before = (texts: string[]) => texts.map((text, at) => ({ _id: `p${at}`, locator: `§${at}`, text }));
const after = (texts: string[]) => texts.map((text, at) => ({ locator: `§${at}`, text }));
const idsOf = (old: string[], fresh: string[]) =>
  matchPassages(before(old), after(fresh)).map(({ id, changed }) =>
    id === undefined ? 'new' : changed ? `${id}*` : id,
  );

const LOGS = 'Audit logs are kept for 13 months in cold storage.';
const KEYS = 'Keys are rotated every 90 days by the platform team.';
const STAFF = 'All staff complete security training each year.';

describe('passages of a new version', () => {
  it('keep their ids where their text stays, in whatever order and typography', () => {
    expect(idsOf([LOGS, KEYS, STAFF], [STAFF, LOGS.toUpperCase(), KEYS])).toEqual(['p2', 'p0', 'p1']);
  });

  it('keep their ids where they were edited, and are told as changed', () => {
    expect(idsOf([LOGS, KEYS], ['Keys are rotated every 30 days by the platform team.', LOGS])).toEqual(['p1*', 'p0']);
  });

  it('are new where nothing before was like them', () => {
    expect(idsOf([LOGS], ['Backups are tested quarterly.', LOGS])).toEqual(['new', 'p0']);
  });

  it('are given out once each: a text that stands twice is the passage at its own place first', () => {
    expect(
      idsOf(
        [LOGS, LOGS],
        ['', LOGS].map((text) => text || STAFF),
      ),
    ).toEqual(['new', 'p1']);
    expect(idsOf([LOGS], [LOGS, LOGS])).toEqual(['p0', 'new']);
  });

  it('are matched without comparing each with each', () => {
    const old = Array.from({ length: 5000 }, (_, at) => `Control C${at} is reviewed by team T${at} every year.`);
    const fresh = old.map((text) => text.replace('every year', 'twice a year'));
    const matched = matchPassages(before(old), after(fresh));
    expect(matched.every(({ id, changed }, at) => changed && id === `p${at}`)).toBe(true);
  });
});
