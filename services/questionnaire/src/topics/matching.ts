import { isFormOf } from '../answering/checking/wording.js';
import { fold, tokenize, type Token } from '../answering/finding/tokens.js';
import type { TopicRuleDocument } from '../store/topic-rules.js';

/** What is looked at of a question. */
export interface RoutedQuestion {
  text: string;
  section: string;
}

type TopicOf = Pick<TopicRuleDocument, 'words' | 'sections'>;

const ANY = '*';

/**
 * Whether a question is of a topic: it stands in a section of it, or says all words of one of its phrases, in any form ("insured" is
 * one of "insurance"). "*" at an end of a word stands for any letters, as compounds need it.
 */
export function isOfTopic({ text, section }: RoutedQuestion, { words, sections }: TopicOf): boolean {
  const place = fold(section).trim();
  if (place !== '' && sections.some((name) => fold(name).trim() === place)) return true;
  const said = tokenize(`${section} ${text}`);
  return words.some((phrase) => {
    const parts = partsOf(phrase);
    return parts.length > 0 && parts.every((isIn) => said.some(isIn));
  });
}

/** Whether a phrase has a word by which a question could be found. */
export const canBeFound = (phrase: string): boolean => partsOf(phrase).length > 0;

/** What each word of a phrase asks of a word of a question. */
function partsOf(phrase: string): ((said: Token) => boolean)[] {
  return phrase.split(/\s+/u).flatMap((part) => {
    const words = tokenize(part);
    const [only] = words;
    if (!only || words.length > 1 || !(part.startsWith(ANY) || part.endsWith(ANY)))
      return words.map(
        ({ word, stem }) =>
          (said: Token) =>
            said.stem === stem || isFormOf(word, said.word),
      );
    const { word } = only;
    if (!part.endsWith(ANY)) return [(said: Token) => said.word.endsWith(word)];
    return [(said: Token) => (part.startsWith(ANY) ? said.word.includes(word) : said.word.startsWith(word))];
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
