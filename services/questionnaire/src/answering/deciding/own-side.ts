import { readFileSync } from 'node:fs';
import type { Statement } from '../finding/statements.js';
import { isStopWord, tokenize, type Token } from '../finding/tokens.js';
import { openingPolarity } from '../reading/opening-words.js';
import type { QuestionPart } from '../reading/question.js';
import { negationAt } from '../rules/expressions.js';
import { askedWords } from './asked-words.js';

/**
 * The side that a statement takes by its own words: where one of its clauses says every asked word, its negation decides between yes
 * and no, whatever a model reads. Nothing where the question or the clause turns round, limits or sets conditions.
 */

let foreign: ReadonlySet<string> | undefined;

/** Words that deny in languages other than English: whatever says one is left to the models. */
function deniesElsewhere(): ReadonlySet<string> {
  if (foreign) return foreign;
  const file = new URL('../../../data/languages.json', import.meta.url);
  const { languages } = JSON.parse(readFileSync(file, 'utf8')) as {
    languages: Record<string, { negations?: string }>;
  };
  const english = new Set((languages['en']?.negations ?? '').split(' '));
  const others = Object.entries(languages).flatMap(([code, { negations = '' }]) =>
    code === 'en' ? [] : negations.split(' '),
  );
  return (foreign = new Set(others.filter((word) => word.length > 2 && !english.has(word))));
}

/** Where a clause ends; a decimal point and "27001:2022" end none. */
const CLAUSES = /; | [—–] |: |, (?=(?:and|but|while|whereas|which|who|although|though|however) )|[.!] /;
/** A clause that takes back what stood before it. */
const TAKES_BACK = /^(?:but|however|although|though|except|unless|only|not|with the exception)\b/i;
const CASE = /^\W*(?:if|where|when(?:ever)?|should|in case|once|before|after)\b/i;
/** "ISO 27001: not held", "LDAP | No". */
const LABELLED = /^([^:;|—–]{1,80})[:;|—–] ((?:no|not|none|never)\b.*|n\/a)$/i;
/** An opening that answers, and is no part of what is said: "Yes, …". */
const OPENING = /^\W*yes\s*[,.;:!—–]\s*/i;
const LABEL = /^([^:|—–]{1,80})(?::|\||[—–])\s/;
const NOT_APPLICABLE = /\b(?:not applicable|n\/a|not sure|not known|unknown|not stated)\b/i;
/** So many further words may stand in a clause that denies what is asked; more of them tell a case of it. */
const FURTHER_WORDS = 2;
/** A denied verb stands at most so many words behind the negation. */
const NEAR_NEGATION = 3;

const has = (tokens: readonly Token[], set: ReadonlySet<string>): boolean => tokens.some(({ word }) => set.has(word));

/** "US" and "IT" are no pronouns. */
const isAbbreviation = (text: string, { start, end }: Token): boolean => /^\p{Lu}{2,}$/u.test(text.slice(start, end));

/** A word of a text by which it is compared: abbreviations as they stand, other words by their stems. */
const keyOf = (text: string, token: Token): string =>
  isAbbreviation(text, token) ? text.slice(token.start, token.end) : token.stem;

/** What is asked, without who asks and verbs that only say that it is there. "Customer data" is a thing, and asks nobody. */
function askedKeys(text: string): ReadonlySet<string> {
  const [light, askers] = [askedWords('light'), askedWords('askers')];
  const tokens = tokenize(text);
  const isContent = (token: Token | undefined): boolean =>
    token !== undefined && (isAbbreviation(text, token) || (!isStopWord(token.word) && !light.has(token.word)));
  const asked = tokens.filter(
    (token, i) =>
      isContent(token) && (!askers.has(token.word) || isAbbreviation(text, token) || isContent(tokens[i + 1])),
  );
  return new Set(asked.map((token) => keyOf(text, token)));
}

const keysOf = (text: string): ReadonlySet<string> =>
  new Set(tokenize(text).flatMap((token) => [keyOf(text, token), token.stem]));

/** What is said of the company's own people, where others were asked for. */
function isOfOthers(asked: string, said: string): boolean {
  const words = new Set(tokenize(asked).map(({ word }) => word));
  return tokenize(said).some(({ word }) => askedWords('staff').has(word) && !words.has(word));
}

/** Yes or no where the words of a statement leave no doubt; undefined otherwise. */
export function ownSide(
  part: Pick<QuestionPart, 'asked' | 'kind'>,
  { text: written, place, question, row }: Pick<Statement, 'text' | 'place' | 'question' | 'row'>,
): 'yes' | 'no' | undefined {
  const text = written.replace(/\s+/g, ' ').trim();
  if (part.kind !== 'polar' || text.endsWith('?')) return undefined;
  const asked = askedKeys(part.asked);
  if (asked.size === 0 || has(tokenize(part.asked), askedWords('turning'))) return undefined;
  if (has(tokenize(text), deniesElsewhere()) || NOT_APPLICABLE.test(text)) return undefined;
  if (isOfOthers(part.asked, [text, question, ...place].join(' '))) return undefined;
  const answered = sideOfAnswer(asked, text, question);
  if (answered) return answered;
  const leadIn = place.at(-1) ?? '';
  // What stands under "Not supported" is denied, or limited, by its heading.
  if (negationAt(leadIn) >= 0 || has(tokenize(leadIn), askedWords('limiting'))) return undefined;
  const labelled = LABELLED.exec(text);
  if (labelled && saysAll(asked, labelled[1]!)) return isShort(labelled[2]!) ? 'no' : undefined;
  // A label names what it is about, and affirms nothing; nor does a cell.
  const label = LABEL.exec(text);
  if (row || (label && saysAll(asked, label[1]!))) return undefined;
  if (CASE.test(text)) return undefined;
  return sideOfClause(asked, text.replace(OPENING, ''));
}

/** "No." or "Yes, …" under a question that asks all of it. */
function sideOfAnswer(asked: ReadonlySet<string>, text: string, question: string): 'yes' | 'no' | undefined {
  const opening = openingPolarity(text);
  if (opening === undefined || question === '' || !saysAll(asked, question)) return undefined;
  if (has(tokenize(question), askedWords('turning')) || has(tokenize(text).slice(1), askedWords('limiting')))
    return undefined;
  return opening;
}

function saysAll(asked: ReadonlySet<string>, text: string): boolean {
  const said = keysOf(text);
  return [...asked].every((key) => said.has(key));
}

const isShort = (text: string): boolean => tokenize(text).length <= NEAR_NEGATION;

function sideOfClause(asked: ReadonlySet<string>, text: string): 'yes' | 'no' | undefined {
  const clauses = text.split(CLAUSES).filter((clause) => clause.trim() !== '');
  const at = clauses.findIndex((clause) => saysAll(asked, clause));
  const clause = clauses[at];
  if (clause === undefined) return undefined;
  const others = clauses.filter((_, i) => i !== at);
  if (others.some((other) => TAKES_BACK.test(other.replace(/^and\s+/i, '')))) return undefined;
  const tokens = tokenize(clause);
  if (has(tokens, askedWords('limiting'))) return undefined;
  const negation = negationAt(clause);
  if (negation < 0) return hasNegation(clause) ? undefined : 'yes';
  return deniesAsked(asked, clause, negation) ? 'no' : undefined;
}

/** Also such as idioms hold ("no later than"): they leave it open. */
const hasNegation = (clause: string): boolean => /\b(?:no|not|never|none|nor|neither|cannot)\b|n['’]t\b/i.test(clause);

const NEGATIONS =
  /^(?:no|not|never|none|nor|neither|cannot|nobody|nothing|(?:do|does|is|are|was|were|ca|wo|has|have)nt)$/;

/** Whether the negation stands before what is asked, or before the verb of it, and few other words tell a case. */
function deniesAsked(asked: ReadonlySet<string>, clause: string, negation: number): boolean {
  const [light, askers] = [askedWords('light'), askedWords('askers')];
  const tokens = tokenize(clause);
  const isAsked = (token: Token): boolean => asked.has(keyOf(clause, token)) || asked.has(token.stem);
  const behind = tokens.slice(tokens.findIndex(({ end }) => end > negation) + 1);
  const denies = behind.some(isAsked) || behind.slice(0, NEAR_NEGATION).some(({ word }) => light.has(word));
  const further = tokens.filter(
    (token) =>
      !isAsked(token) &&
      ![light, askers].some((set) => set.has(token.word)) &&
      !isStopWord(token.word) &&
      !NEGATIONS.test(token.word),
  );
  return denies && tokens.filter(({ word }) => NEGATIONS.test(word)).length <= 1 && further.length <= FURTHER_WORDS;
}
