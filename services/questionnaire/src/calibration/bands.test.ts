import { describe, expect, it } from '@jest/globals';
import { bandOf, oneBandLower, SHIPPED_BANDS } from '../answering/deciding/confidence.js';
import type { Bands } from '../answering/types.js';
import type { CalibrationDocument } from '../store/calibrations.js';
import { OrganizationBands } from './bands.js';

const STRICT: Bands = { highFrom: 0.98, mediumFrom: 0.9 };

describe('the bands of an organization', () => {
  it('are read once in five seconds, and anew for a run and after a change', async () => {
    const clock = { at: 0, now: () => clock.at };
    let [reads, bands]: [number, Bands | null] = [0, null];
    const get = (): Promise<CalibrationDocument> => {
      reads++;
      return Promise.resolve({ bands } as CalibrationDocument);
    };
    const known = new OrganizationBands({ get }, clock);
    for (let i = 0; i < 100; i++) expect(await known.of('acme')).toEqual(SHIPPED_BANDS);
    expect(reads).toBe(1);
    bands = STRICT;
    clock.at = 4_999;
    expect(await known.of('acme')).toEqual(SHIPPED_BANDS);
    clock.at = 5_000;
    expect(await known.of('acme')).toEqual(STRICT);
    bands = null;
    expect(await known.read('acme')).toEqual(SHIPPED_BANDS);
    bands = STRICT;
    known.forget('acme');
    expect(await known.of('acme')).toEqual(STRICT);
  });

  it('decide the band of a score; where one is given to none, the next lower one is', () => {
    const of = (bands?: Bands) => [0.99, 0.96, 0.8, 0.6].map((score) => bandOf(score, bands));
    expect(of()).toEqual(['HIGH', 'HIGH', 'MEDIUM', 'LOW']);
    expect(of(STRICT)).toEqual(['HIGH', 'MEDIUM', 'LOW', 'LOW']);
    expect(of({ highFrom: null, mediumFrom: 0.65 })).toEqual(['MEDIUM', 'MEDIUM', 'MEDIUM', 'LOW']);
    expect(of({ highFrom: null, mediumFrom: null })).toEqual(['LOW', 'LOW', 'LOW', 'LOW']);
  });

  it('are the ones by which an answer without a draft that holds falls by one', () => {
    const lower = (score: number, bands: Bands) => oneBandLower({ score, band: bandOf(score, bands) }, { bands }).band;
    expect(lower(0.99, SHIPPED_BANDS)).toBe('MEDIUM');
    expect(lower(0.97, STRICT)).toBe('LOW');
    expect(lower(0.97, { highFrom: null, mediumFrom: null })).toBe('LOW');
  });
});
