import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';

/** What an answer would say: yes or no, an amount of time, a name, a list, or how something is done. */
export const STANDARD_KINDS = ['yes_no', 'describe', 'how_often', 'how_long', 'which', 'who', 'where'] as const;

export interface StandardQuestion {
  /** Stays with its words: another question has another id. */
  id: string;
  /** Of one of the topics. */
  topic: string;
  question: string;
  kind: (typeof STANDARD_KINDS)[number];
}

/** What customers usually ask, in our own words. */
export interface StandardSet {
  topics: readonly { id: string; name: string }[];
  questions: readonly StandardQuestion[];
  /** Other questions, other digest. */
  digest: string;
}

const FILE = new URL('../../data/standard-questions.json', import.meta.url);

let read: StandardSet | undefined;

/** The set as it ships in `data/standard-questions.json`. */
export function shippedSet(): StandardSet {
  if (read) return read;
  const text = readFileSync(FILE, 'utf8');
  const { topics, questions } = JSON.parse(text) as Pick<StandardSet, 'topics' | 'questions'>;
  read = { topics, questions, digest: createHash('sha256').update(text).digest('hex') };
  return read;
}

/** The name of the topic of a question: its section, where it is asked. */
export const topicName = (set: StandardSet, topic: string): string =>
  set.topics.find(({ id }) => id === topic)?.name ?? '';
