import { datePartsValue } from './dateparts.js';
import { attribute, parentOf, textOf } from './tree.js';
import type { Choice, Unit } from './units.js';
import { isNothingChosen } from './words/index.js';

/** The choices of a lone check box or switch. */
export const ON = 'Yes';
export const OFF = 'No';

const CHOSEN_CLASS = /(?:^|[-_\s])(?:is-)?(?:selected|active|checked|pressed|chosen)(?:$|\s)/;

/** Whether a choice is chosen now. */
export function isChosen(element: Element): boolean {
  if (element.localName === 'option') return (element as HTMLOptionElement).selected;
  if (element.localName === 'input') return (element as HTMLInputElement).checked;
  const states = ['aria-checked', 'aria-pressed', 'aria-selected'].filter((name) => element.hasAttribute(name));
  if (states.length) return states.some((name) => attribute(element, name) === 'true');
  return CHOSEN_CLASS.test(attribute(element, 'class'));
}

/** What an editor shows, with its paragraphs; a picture alone is something as well. */
export const editorText = (host: Element): string =>
  wordsIn(host) || (host.querySelector('img, table, video, hr') ? '\ufffc' : '');

const wordsIn = (host: Element): string =>
  ((host as HTMLElement).innerText || host.textContent || '')
    .replace(/[\u200b\ufeff]/g, '')
    .replace(/\u00a0/g, ' ')
    .replace(/\n+$/, '')
    .trim();

/** What a list that opens shows as chosen. */
export function shownChoice(element: Element): string {
  const typed = (element as HTMLInputElement).value;
  if (element.localName === 'input' && typed) return isNothingChosen(typed) ? '' : typed.trim();
  const option = element.querySelector('[role=option][aria-selected=true]');
  if (option) return option.hasAttribute('data-value') && !attribute(option, 'data-value') ? '' : real(textOf(option));
  if (element.localName !== 'input')
    return isPlaceholder(element)
      ? ''
      : real(textOf(element, (inner) => isPlaceholder(inner) || inner.localName === 'label'));
  // An empty box to type in, with what was chosen drawn beside it.
  let around = parentOf(element);
  for (let level = 0; around && level < 3; level += 1, around = parentOf(around)) {
    const drawn = textOf(
      around,
      (inner) => inner === element || inner.matches('label, [role=listbox], legend, button, [aria-live]'),
    );
    const hasMore = around.querySelectorAll('input:not([type=hidden]), textarea, select').length > 1;
    if (hasMore || around.matches('fieldset, form, [role=group], li, td')) return '';
    if (drawn)
      return around.querySelector('label, h1, h2, h3, h4, p')
        ? ''
        : isPlaceholder(around.querySelector('[class*=placeholder]') ?? element)
          ? ''
          : real(drawn);
  }
  return '';
}

const isPlaceholder = (element: Element): boolean =>
  element.hasAttribute('data-placeholder') || /placeholder/i.test(attribute(element, 'class'));
const real = (text: string): string => (isNothingChosen(text) ? '' : text);

/** What stands in a unit now: '' or [] when nothing does. */
export function valueOf(unit: Unit): string | string[] {
  const [element] = unit.elements;
  switch (unit.type) {
    case 'editor':
      return editorText(element!);
    case 'combo': {
      const chosen = chipsOf(unit);
      return unit.multiple ? chosen : shownChoice(element!);
    }
    case 'switch':
      return isChosen(element!) ? ON : '';
    case 'dateparts':
      return datePartsValue(unit);
    case 'check':
      if (unit.elements.length === 1) return isChosen(element!) ? ON : '';
      return chosenTexts(unit.choices);
    case 'select':
    case 'radio':
    case 'buttons':
    case 'list': {
      const texts = chosenTexts(unit.choices).filter((text) => !isNothingChosen(text));
      return unit.multiple ? texts : (texts[0] ?? '');
    }
    default:
      return (element as HTMLInputElement).value;
  }
}

const chosenTexts = (choices: readonly Choice[]): string[] =>
  choices.filter(({ element }) => isChosen(element)).map(({ text }) => text);

const chipsOf = ({ elements: [element] }: Unit): string[] => {
  const options = [...element!.querySelectorAll('[role=option][aria-selected=true]')].map((option) => textOf(option));
  if (options.length) return options;
  const shown = shownChoice(element!);
  return shown ? [shown] : [];
};

export const isEmpty = (value: string | string[]): boolean =>
  typeof value === 'string' ? value.trim() === '' : value.length === 0;
export const isSame = (one: string | string[], other: string | string[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
