import { describe, expect, it } from '@jest/globals';
import { kindOf } from './question-kind.js';

describe('what a question asks for', () => {
  it.each([
    ['If a laptop goes missing, whom must I tell?', 'person'],
    ['If the ticket system is down, how do engineers talk to each other?', 'manner'],
    ['After a key has leaked, how quickly is it replaced?', 'duration'],
    ['We run a clinic and send you scans: how long do you keep them?', 'duration'],
    ['Somebody wants to be forgotten: how does that go?', 'manner'],
    ['When somebody quits, do they lose access to the repositories?', 'polar'],
    ['Once a contract ends, is the data deleted?', 'polar'],
    ['If the data centre burned down, would the service go on?', 'polar'],
  ])('stands behind the scene that "%s" sets: %s', (question, kind) => {
    expect(kindOf(question)).toBe(kind);
  });

  it.each([
    ['Describe whether releases are scanned before they go out.', 'polar'],
    ['Please state if backups are encrypted.', 'polar'],
    ['Describe how releases are scanned.', 'open'],
    ['On whose machines does the service run?', 'open'],
  ])('is said by its first words in "%s": %s', (question, kind) => {
    expect(kindOf(question)).toBe(kind);
  });

  it('is not taken from a condition that stands at the end', () => {
    expect(kindOf('Are customers told, and within what time, if data leaks?')).toBe('polar');
    expect(kindOf('How often are backups tested, and who does it?')).toBe('frequency');
  });
});
