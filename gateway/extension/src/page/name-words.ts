import { isIdentifier } from './tables.js';
import { attribute, textOf, undecorated } from './tree.js';
import type { Line } from './walk.js';
import { isAnswerLabel, isKindHint, isRequiredMark, saysOptional, withoutNumbering } from './words/index.js';

const NUMBERED =
  /^((?:[A-Za-z]{1,6}[-.])?\d+(?:[.-]\d+)*[a-z]?[.):](?!\d)|\d+(?:\.\d+)+|[A-Z]{1,3}(?:\.\d+)+|[A-Z]{1,3}\d*[.):](?![\p{L}\d]))\s*(?=\S)/u;

const HINT = /\s*[([]([^()[\]]{1,60})[)\]]\s*\**$/;

/** Takes off what stands in brackets at the end and says how to answer, or whether one must. */
function withoutHints(text: string): { rest: string; isRequired: boolean } {
  const hint = HINT.exec(text);
  const says = hint?.[1] ?? '';
  const isMark = isRequiredMark(says);
  if (!hint || !(isMark || isKindHint(says) || saysOptional(`(${says})`))) return { rest: text, isRequired: false };
  const before = withoutHints(text.slice(0, hint.index));
  return { rest: before.rest, isRequired: before.isRequired || isMark };
}

/** Takes the number before a question and the marks of required fields off. */
export function cleaned(raw: string): { text: string; number?: string; isRequired?: true } {
  const spaced = undecorated(raw.trim());
  const { rest, isRequired: saysSo } = withoutHints(spaced);
  const isRequired = saysSo || /^\*(?!\*)|(?:^|[^*])\*(?:\s|$)/.test(spaced);
  const text = rest
    .replace(/^\s*\*\s*|\s*\*+(?=\s|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const numbered = withoutNumbering(text);
  const number = NUMBERED.exec(numbered);
  const words = (number ? numbered.slice(number[0].length) : text).replace(/\s*:$/, '').trim();
  const required = isRequired ? { isRequired } : {};
  if (number && words) return { text: words, number: number[1]!.replace(/[.):]$/, ''), ...required };
  return { text: words || text, ...required };
}

/** A label that says nothing of what is asked. */
export const saysNothing = (text: string): boolean =>
  !/[\p{L}]{2}/u.test(text) || isAnswerLabel(text) || isRequiredMark(text) || isKindHint(text);

/** The words of elements that name something, without those that only explain it. */
export function textsOf(elements: readonly Element[]): string {
  const naming = elements.filter((element) => !isHelp(element));
  return (naming.length ? naming : elements)
    .map((element) => textOf(element, isEntry))
    .filter((text) => text && !isRequiredMark(text) && !isKindHint(text))
    .join(' ');
}
const HELP =
  /help|hint|descr|caption|note|counter|limit|error|tooltip|instruction|info|muted|sub-?(?:text|label|title)/i;
export const isHelp = (element: Element): boolean =>
  element.localName === 'small' || HELP.test(`${attribute(element, 'class')} ${element.id}`);
const isEntry = (element: Element): boolean =>
  element.matches('input, button, [role=button], [role=combobox], [role=listbox], [contenteditable=true]');

export const looksLikeHelp = ({ block }: Line): boolean => isHelp(block);
export const sayable = ({ text }: Line): boolean =>
  /\p{L}{2}/u.test(text) && !isIdentifier(text) && !isRequiredMark(text) && !isKindHint(text) && !isAnswerLabel(text);
