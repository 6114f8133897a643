import { beforeAll, describe, expect, it } from '@jest/globals';
import { statementsOf } from '../finding/statements.js';
import { claimFault } from './claims.js';
import { supportOf } from './support.js';
import { startTagger, type Tagger } from './tagging.js';

let tag: Tagger;

beforeAll(async () => {
  tag = await startTagger();
});

/** What is wrong with a claim that quotes one sentence; undefined when nothing is. */
function faultOf(quote: string, claim: string): string | undefined {
  const item = { kind: 'passage', id: 'p', documentId: 'd', title: 'Handbook', locator: '', text: quote } as const;
  return claimFault(claim, supportOf(statementsOf(item), '', new Set(), tag))?.fault;
}

describe('a denial or a condition beside what is claimed', () => {
  it.each([
    ['a plan that is told as "not yet"', 'SCIM is on the roadmap for 2026.', 'Not yet; SCIM is planned for 2026.'],
    [
      'a condition behind a semicolon',
      'Nobody merges their own change; the build fails if a scanner finds something.',
      'Nobody merges their own change.',
    ],
    [
      'a denial that only describes somebody',
      'Each change has one reviewer who is not the author.',
      'Each change has one reviewer.',
    ],
  ])('has no fault: %s', (_, quote, claim) => {
    expect(faultOf(quote, claim)).toBeUndefined();
  });

  it.each([
    ['a plan that is told as done', 'SCIM is on the roadmap for 2026.', 'SCIM is supported since 2026.'],
    [
      'a condition of the same part',
      'The build fails if a scanner finds something; nobody merges alone.',
      'The build fails.',
    ],
    [
      'a denial of the claim itself',
      'Changes are not reviewed when they are urgent.',
      'Changes are reviewed when they are urgent.',
    ],
  ])('is found: %s', (_, quote, claim) => {
    expect(faultOf(quote, claim)).toBeDefined();
  });
});
