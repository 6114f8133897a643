import { describe, expect, it } from '@jest/globals';
import { HARBOUR, libraryAnswer, passage } from '../evidence.fixture.js';
import { KnowledgeIndex } from './knowledge-index.js';

describe('the knowledge index', () => {
  it('finds by words, by synonyms of the field and by meaning', () => {
    const index = new KnowledgeIndex();
    index.add([
      passage('mfa', 'Access', 'Two-factor authentication is on for everyone.'),
      passage('dogs', 'Office', 'Dogs are welcome on Fridays.'),
    ]);
    expect(index.byWords('Is MFA enforced?', 1)[0]?.item.id).toBe('mfa');
    expect(index.byMeaning('Are puppies allowed at work?', 1)[0]?.item.id).toBe('dogs');
    expect(index.search('Is MFA enforced?', 1)[0]?.item.id).toBe('mfa');
  });

  it('holds nothing of what was removed, and takes a removal twice', () => {
    const index = new KnowledgeIndex();
    index.add(HARBOUR);
    const ids = HARBOUR.map((i) => i.id);
    index.remove(ids);
    index.remove(ids);
    expect([index.size, index.byteSize]).toEqual([0, 0]);
    expect(index.search('access rights', 5)).toEqual([]);
  });

  it('uses only the newest text of an item', () => {
    const index = new KnowledgeIndex();
    index.add([libraryAnswer('a', 'Do you use Okta?', 'Yes.')]);
    index.add([libraryAnswer('a', 'Do you use Keycloak?', 'Yes.')]);
    expect(index.size).toBe(1);
    expect(index.sameQuestion('Do you use Okta?')).toEqual([]);
    expect(index.sameQuestion('do you use KEYCLOAK')).toHaveLength(1);
  });

  it('stays right after many removals, when it builds itself anew', () => {
    const index = new KnowledgeIndex();
    index.add(Array.from({ length: 1_200 }, (_, i) => passage(`n${i}`, 'Notes', `Remark ${i} on topic ${i % 7}.`)));
    index.remove(Array.from({ length: 1_100 }, (_, i) => `n${i}`));
    index.add(HARBOUR);
    expect(index.size).toBe(100 + HARBOUR.length);
    expect(index.search('How often are access rights reviewed?', 1)[0]?.item.id).toBe('p2');
  });
});
