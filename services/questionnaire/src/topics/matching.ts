import { fold, tokenize } from '../answering/finding/tokens.js';
import type { TopicRuleDocument } from '../store/topic-rules.js';

/** What is looked at of a question. */
export interface RoutedQuestion {
  text: string;
  section: string;
}

type TopicOf = Pick<TopicRuleDocument, 'words' | 'sections'>;

const stemsOf = (text: string): string[] => tokenize(text).map(({ stem }) => stem);

/** Whether a question is of a topic: it stands in a section of it, or says all words of one of its phrases, in any form. */
export function isOfTopic({ text, section }: RoutedQuestion, { words, sections }: TopicOf): boolean {
  const place = fold(section).trim();
  if (place !== '' && sections.some((name) => fold(name).trim() === place)) return true;
  const said = new Set(stemsOf(`${section} ${text}`));
  return words.some((phrase) => {
    const stems = stemsOf(phrase);
    return stems.length > 0 && stems.every((stem) => said.has(stem));
  });
}

/** The first active rule that a question falls under; of rules that only name an owner none decides about answers. */
export function ruleFor<Rule extends TopicRuleDocument>(
  question: RoutedQuestion,
  rules: readonly Rule[],
  actions: readonly Rule['action'][],
): Rule | undefined {
  return rules.find((rule) => rule.active && actions.includes(rule.action) && isOfTopic(question, rule));
}
