import { fold } from './language/words.js';
import { TOPICS } from './topic-words.js';
import type { TopicEntry } from './topic-words.js';

const MOST = 5;
const READ = 4000;

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/** One pattern a topic: its stems at the start of a word; stems of four letters or fewer are whole words. */
const PATTERNS: readonly { topic: TopicEntry; pattern: RegExp }[] = TOPICS.map((topic) => ({
  topic,
  pattern: new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${topic.stems.map((stem) => escape(stem) + (stem.length <= 4 ? '(?![\\p{L}])' : '')).join('|')})`,
    'u',
  ),
}));

/**
 * What a questionnaire is about: topics by the share of its questions that speak of them, the commonest first, at most five.
 * A topic counts from two questions on, or one in ten of a short list. The same questions always give the same topics.
 */
export function topicsOf(
  questions: readonly { text: string; section?: string }[],
): { name: string; description: string }[] {
  const counts = new Map<TopicEntry, number>();
  const read = questions.slice(0, READ);
  for (const question of read) {
    const text = fold(`${question.section ?? ''} \n ${question.text.slice(0, 1000)}`);
    for (const { topic, pattern } of PATTERNS) if (pattern.test(text)) counts.set(topic, (counts.get(topic) ?? 0) + 1);
  }
  const enough = Math.max(read.length <= 10 ? 1 : 2, Math.ceil(read.length * 0.03));
  return [...counts]
    .filter(([, count]) => count >= enough)
    .sort(([a, countA], [b, countB]) => countB - countA || TOPICS.indexOf(a) - TOPICS.indexOf(b))
    .slice(0, MOST)
    .map(([{ name, description }]) => ({ name, description }));
}

/** What one question is about: the first topic that it speaks of, by itself or by its section; '' for none. */
export function topicOf({ text, section = '' }: { text: string; section?: string }): string {
  const speaksOf = (words: string): string | undefined => {
    const folded = fold(words.slice(0, 1000));
    return PATTERNS.find(({ pattern }) => pattern.test(folded))?.topic.name;
  };
  return speaksOf(text) ?? speaksOf(section) ?? '';
}
