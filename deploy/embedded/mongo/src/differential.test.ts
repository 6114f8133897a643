import { afterEach, beforeEach, describe, it } from '@jest/globals';
import { runDifferential } from './testing/differential.fixture.js';
import { Harness } from './testing/harness.fixture.js';

let harness: Harness;

beforeEach(() => {
  harness = new Harness();
  // Durability is not what is tested here.
  harness.store.sqlite.exec('PRAGMA synchronous = OFF');
});

afterEach(() => harness.dispose());

describe('the query language', () => {
  it('gives what mingo gives for 2,000 random operations, whatever indexes there are', async () => {
    await runDifferential(harness, 1, 2000);
  }, 240_000);
});
