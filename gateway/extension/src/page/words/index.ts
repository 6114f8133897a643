import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import type { Language } from './language.js';

/** Forms mix languages, so a text is matched against all of them. */
const LANGUAGES: Language[] = [en, de, fr, es];

type Matcher = (text: string) => boolean;

/** Longer texts are no label of a field: matching stays cheap however long a page is. */
const LONGEST_LABEL = 160;

function matcher(part: keyof Language, build: (alternatives: string) => string): Matcher {
  const alternatives = LANGUAGES.flatMap((language) => language[part]).join('|');
  const expression = new RegExp(build(alternatives), 'u');
  return (text) => {
    const label = plain(text);
    return label.length <= LONGEST_LABEL && expression.test(label);
  };
}
const whole = (part: keyof Language): Matcher => matcher(part, (any) => `^(?:${any})$`);
const begins = (part: keyof Language): Matcher => matcher(part, (any) => `^(?:${any})(?![\\p{L}\\p{N}])`);
const within = (part: keyof Language): Matcher =>
  matcher(part, (any) => `(?:^|[^\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`);

/** Lower case, one space between words, without marks of required fields and punctuation at the ends. */
export function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[’`]/g, "'")
    .replace(/[*\s\u00a0]+/g, ' ')
    .replace(/^[\s:>•·]+|[\s:.…>]+$/g, '');
}

const asksByVerb = begins('asking');
/** Whether a text asks or demands something. */
export const isAsking = (text: string): boolean =>
  /[?？]\s*[*)\]]*\s*$/.test(text.trim()) || asksByVerb(text.slice(0, LONGEST_LABEL));
/** Whether a label names the field, not what is asked. */
export const isAnswerLabel = whole('answer');
const isCommentWord = whole('comment');
const beginsComment = begins('commentBegins');
/** Whether a label belongs to a field for comments on a question. */
export const isCommentLabel: Matcher = (text) => isCommentWord(text) || beginsComment(text);
/** Whether a label is nothing but a word for a comment. */
export const isBareComment = isCommentWord;
export const isOtherLabel = whole('other');
export const isYes = whole('yes');
export const isNo = whole('no');
export const isNotApplicable = whole('notApplicable');
const isGrade = whole('grades');
/** Whether a button's text is an answer. */
export const isAnswerWord: Matcher = (text) => isYes(text) || isNo(text) || isNotApplicable(text) || isGrade(text);
/** Whether a choice chooses nothing. */
export const isNothingChosen = whole('nothingChosen');
/** Whether a choice may choose nothing. */
export const isNone = whole('none');
/** Whether a line does nothing but say how the question is answered. */
export const isKindHint = matcher('kinds', (any) => `^[(\\[]?(?:${any})[)\\]]?$`);
const isState = whole('states');
/** Whether a text is what a switch shows of its state. */
export const isSwitchState: Matcher = (text) => isYes(text) || isNo(text) || isState(text);
const isDay = whole('day');
const isMonth = whole('month');
const isYear = whole('year');
export type DatePart = 'day' | 'month' | 'year';
/** The part of a date that a label or its letters ("DD") stand for. */
export const datePartOf = (text: string): DatePart | undefined =>
  isDay(text) ? 'day' : isMonth(text) ? 'month' : isYear(text) ? 'year' : undefined;
/** Whether a text begins by counting characters: "12 / 300", "12 of 300". */
export const isCount = matcher('counters', (any) => `^\\d+ ?(?:/|${any}) ?\\d+`);
/** Takes "Question" off before a number: "Question 3: …". */
export const withoutNumbering = (text: string): string => text.replace(NUMBERING, '');
const NUMBERING = new RegExp(
  `^(?:${LANGUAGES.flatMap(({ numbering }) => numbering).join('|')})\\s+(?=[A-Z]{0,6}[-.]?\\d)`,
  'iu',
);
/** Whether a line does nothing but say that an answer is required. */
export const isRequiredMark = matcher('required', (any) => `^[(\\[]?(?:${any})[)\\]]?$`);
/** Whether a label says that an answer may be left out. */
export const saysOptional = matcher('optional', (any) => `[(\\[](?:${any})[)\\]]$`);
export const isIdentity = whole('identity');
/** Whether a button ends a form that asks for something else than answers. */
export const isOtherPurpose = whole('otherPurpose');
/** Whether a button goes on with a form of answers. */
export const isGoingOn = whole('goingOn');
const neverWhole = whole('neverAsked');
const neverBegins = begins('neverAskedBegins');
export const isNeverAsked: Matcher = (text) => neverWhole(text) || neverBegins(text.slice(0, LONGEST_LABEL));
export const isOtherRegion = within('otherRegions');
export const isQuestionColumn = whole('questionColumn');
/** Whether a button takes a choice back. */
export const isClearing = whole('clearing');
