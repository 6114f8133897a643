import { describe, expect, it } from '@jest/globals';
import type { Conversation } from '../api/types.js';
import { narrowed, type Channel } from './conversation-words.js';
import { daysOf } from './days.js';

describe('the days of a summary', () => {
  it('are all of its time, with the channels of a day added up and nothing where nobody asked', () => {
    const counts = [
      { day: '2026-03-02', source_type: 'web_ui' as const, conversations: 3, unanswered: 1 },
      { day: '2026-03-02', source_type: 'slack_dm' as const, conversations: 2, unanswered: 2 },
    ];
    expect(daysOf({ days: 3, counts }, Date.parse('2026-03-03T01:00:00Z'))).toEqual([
      { day: '2026-03-01', asked: 0, unanswered: 0 },
      { day: '2026-03-02', asked: 5, unanswered: 3 },
      { day: '2026-03-03', asked: 0, unanswered: 0 },
    ]);
  });
});

describe('conversations', () => {
  const one = (question: string, at: number, origin: Channel = 'ask_page'): Conversation => ({
    id: question,
    question,
    answer: 'Yes.',
    user_name: 'Ann',
    user_email: null,
    user_profile_image: null,
    source_type: 'web_ui',
    origin,
    answered_at: at,
  });
  it('are narrowed by every word in any order, by channel and by age', () => {
    const all = [one('Are backups encrypted?', 30), one('Encrypted mail?', 20, 'api'), one('Encrypted?', 5)];
    const found = (words: string, channel: Channel | '', since: number): string[] =>
      narrowed(all, { words, channel, since }).map(({ question }) => question);
    expect(found('ann ENCRYPTED', '', 10)).toEqual(['Are backups encrypted?', 'Encrypted mail?']);
    expect(found('', 'api', 0)).toEqual(['Encrypted mail?']);
    expect(found('encrypted backups', '', 0)).toEqual(['Are backups encrypted?']);
  });
});
