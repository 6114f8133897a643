import { datePartsFor } from './dateparts.js';
import { dateFor } from './dates.js';
import { writeEditor } from './editors.js';
import { fire, fireInput, press, pressKey, sendsByItself, setProperty, settle, until, withFocus } from './events.js';
import { OpeningList } from './lists.js';
import { choiceFor } from './match.js';
import { attribute, closest } from './tree.js';
import type { FillStatus } from './types.js';
import { buttonText, type Choice, type Unit } from './units.js';
import { isChosen, isEmpty, OFF, ON, valueOf } from './values.js';
import { isClearing, isNothingChosen } from './words/index.js';

/** Why a field was not filled; undefined: it holds the answer. */
export interface Refusal {
  status: Exclude<FillStatus, 'filled'>;
  message: string;
}

const refused = (status: Refusal['status'], message: string): Refusal => ({ status, message });
const CHOOSE = 'Choose yourself: the answer is not exactly one of the choices of this field.';
export const NOT_TAKEN = 'The page did not take the answer. Copy it from the panel and put it in yourself.';

/** Writes an answer into an empty unit; leaves it empty when the page does not take just that. */
export async function write(unit: Unit, value: string | string[], maxLength?: number): Promise<Refusal | undefined> {
  if (unit.elements.some(sendsByItself))
    return refused('not_fillable', 'This field sends the form when it changes. Fill it yourself.');
  const wanted = typeof value === 'string' ? [value] : value;
  switch (unit.type) {
    case 'select':
    case 'radio':
    case 'buttons':
    case 'list':
      return choose(unit, wanted);
    case 'check':
      return unit.elements.length > 1 ? choose(unit, wanted) : toggle(unit, wanted);
    case 'switch':
      return toggle(unit, wanted);
    case 'combo':
      return chooseFromList(unit, wanted);
    case 'dateparts':
      return writeDateParts(unit, wanted.join(', '));
    case 'line':
    case 'area':
    case 'number':
    case 'date':
    case 'editor':
      return writeText(unit, wanted.join(', '), maxLength);
    default:
      return refused('not_fillable', 'This field is not filled by Candor. Fill it yourself.');
  }
}

async function writeText(unit: Unit, given: string, maxLength?: number): Promise<Refusal | undefined> {
  const [element] = unit.elements;
  const text = unit.type === 'line' ? given.replace(/\s*\n\s*/g, ' ').trim() : given.replace(/\r\n?/g, '\n').trim();
  if (maxLength !== undefined && text.length > maxLength) {
    return refused('too_long', `The answer has ${text.length} characters, the field takes ${maxLength}. Shorten it.`);
  }
  if (unit.type === 'editor') return (await writeEditor(element!, text)) ? undefined : takenBack(unit, '');
  const fitted = fit(element!, unit, text);
  if (typeof fitted !== 'string') return fitted;
  putText(element!, fitted);
  await settle();
  return (element as HTMLInputElement).value === fitted ? undefined : takenBack(unit, '');
}

async function writeDateParts(unit: Unit, text: string): Promise<Refusal | undefined> {
  const parts = datePartsFor(unit, text);
  if (!parts) return refused('choose_yourself', 'These fields take a date. Put it in yourself.');
  for (const [index, part] of parts.entries()) {
    const element = unit.elements[index]!;
    if (typeof part === 'string') putText(element, part);
    else select(element, [part]);
    await settle();
  }
  if (valueOf(unit) === text.trim()) return undefined;
  emptyDateParts(unit);
  await settle();
  return refused('not_taken', NOT_TAKEN);
}

/** Empties the fields of a date: they held nothing before. */
export function emptyDateParts({ elements }: Unit): void {
  for (const element of elements) {
    if (element.localName !== 'select') putText(element, '');
    else select(element, [...(element as HTMLSelectElement).options].slice(0, 1));
  }
}

async function takenBack(unit: Unit, before: string): Promise<Refusal> {
  if (unit.type === 'editor') await writeEditor(unit.elements[0]!, before);
  else putText(unit.elements[0]!, before);
  await settle();
  return refused('not_taken', NOT_TAKEN);
}

/** Sets the text of a field as typing and leaving it does. */
export function putText(element: Element, text: string): void {
  withFocus(element, () => {
    setProperty(element, 'value', text);
    fireInput(element, text);
    fire(element, 'change');
  });
}

function fit(element: Element, unit: Unit, text: string): string | Refusal {
  const input = element as HTMLInputElement;
  const isDate = unit.type === 'date' || (unit.type === 'line' && dateFor(element, '2000-01-01') !== undefined);
  if (unit.type === 'number') {
    const number = /^-?\d+(?:[.,]\d+)?$/.test(text) ? text.replace(',', '.') : undefined;
    if (number === undefined) return refused('choose_yourself', 'This field takes a number. Put it in yourself.');
    const isOutside =
      (input.min !== '' && Number(number) < Number(input.min)) ||
      (input.max !== '' && Number(number) > Number(input.max));
    return isOutside ? outside(input) : number;
  }
  if (!isDate) return text;
  const date = dateFor(element, text);
  if (date === undefined) return refused('choose_yourself', 'This field takes a date. Put it in yourself.');
  const isOutside =
    unit.type === 'date' && ((input.min !== '' && date < input.min) || (input.max !== '' && date > input.max));
  return isOutside ? outside(input) : date;
}

const outside = ({ min, max }: HTMLInputElement): Refusal =>
  refused(
    'out_of_range',
    `The field takes values ${min && `from ${min} `}${max && `to ${max}`}`.trim() + '. Check the answer.',
  );

async function toggle(unit: Unit, wanted: readonly string[]): Promise<Refusal | undefined> {
  const index = wanted.length === 1 ? choiceFor(wanted[0]!, [ON, OFF]) : undefined;
  if (index === undefined) return refused('choose_yourself', CHOOSE);
  const [element] = unit.elements;
  if (isChosen(element!) === (index === 0)) return undefined;
  return (await pick(element!)) ? undefined : refused('not_taken', NOT_TAKEN);
}

/** Presses a choice until it shows that it is chosen, or no longer is. */
async function pick(element: Element, chosen = true): Promise<boolean> {
  const done = (): boolean => isChosen(element) === chosen;
  if (element.localName === 'input') (element as HTMLElement).click();
  else press(element);
  if (await until(done, 300)) return true;
  if (element.localName !== 'input') pressKey(element, ' ');
  return until(done, 150);
}

function meant(choices: readonly Choice[], wanted: readonly string[]): Choice[] | undefined {
  const open = choices.filter(({ text }) => !isNothingChosen(text));
  const texts = open.map(({ text }) => text);
  const found = wanted
    .map((answer) => choiceFor(answer, texts))
    .map((index) => (index === undefined ? undefined : open[index]));
  const sure = found.filter((choice) => choice !== undefined);
  return sure.length === wanted.length && wanted.length > 0 ? [...new Set(sure)] : undefined;
}

async function choose(unit: Unit, wanted: readonly string[]): Promise<Refusal | undefined> {
  const choices = meant(unit.choices, wanted);
  if (!choices || (choices.length > 1 && !unit.multiple)) return refused('choose_yourself', CHOOSE);
  if (unit.type === 'select') {
    select(
      unit.elements[0]!,
      choices.map(({ element }) => element),
    );
    await settle();
    return choices.every(({ element }) => isChosen(element)) ? undefined : refused('not_taken', NOT_TAKEN);
  }
  for (const { element } of choices) {
    if (isChosen(element)) continue;
    const before = element.outerHTML;
    if (!(await pick(element)) && !(unit.type === 'buttons' && element.outerHTML !== before))
      return refused('not_taken', NOT_TAKEN);
  }
  return undefined;
}

/** Chooses options of a native list; none: as it was when nothing was chosen. */
export function select(element: Element, options: readonly Element[]): void {
  const list = element as HTMLSelectElement;
  withFocus(list, () => {
    if (list.multiple) for (const option of list.options) setProperty(option, 'selected', options.includes(option));
    else
      setProperty(
        list,
        'selectedIndex',
        options.length ? [...list.options].indexOf(options[0] as HTMLOptionElement) : -1,
      );
    fire(list, 'input', 'change');
  });
}

const isTypable = (control: Element): boolean =>
  control.localName === 'input' && !(control as HTMLInputElement).readOnly;

async function chooseFromList(unit: Unit, wanted: readonly string[]): Promise<Refusal | undefined> {
  const [control] = unit.elements;
  const list = new OpeningList(control!);
  await list.open();
  const types = isTypable(control!);
  if (!meant(list.texts(), wanted) && types && wanted.length === 1) {
    setProperty(control!, 'value', wanted[0]);
    fireInput(control!, wanted[0]!);
    await until(() => meant(list.texts(), wanted) !== undefined, 1_200);
  }
  const choices = meant(list.texts(), wanted);
  if (!choices || (choices.length > 1 && !unit.multiple)) {
    if (types && (control as HTMLInputElement).value) putText(control!, '');
    await list.close();
    return refused('choose_yourself', CHOOSE);
  }
  for (const { text } of choices) {
    const option = list.texts().find((other) => other.text === text);
    if (option) press(option.element);
    await settle();
  }
  const chosen = await until(() => !isEmpty(valueOf(unit)) || !unit.elements[0]!.isConnected, 500);
  await list.close();
  return chosen ? undefined : refused('not_taken', NOT_TAKEN);
}

/** Takes a choice back as the page allows it: pressed again, cleared, or replaced by the blank one. */
export async function unchoose(unit: Unit, block: Element): Promise<boolean> {
  const isClear = (): boolean => isEmpty(valueOf(unit));
  const clear = (): Element | undefined =>
    [...block.querySelectorAll('button, [role=button]')].find((button) =>
      [buttonText(button), attribute(button, 'aria-label'), attribute(button, 'title')].some(isClearing),
    );
  if (unit.type === 'combo') {
    await unchooseFromList(unit, isClear);
  } else if (unit.type === 'radio' && unit.elements[0]!.localName === 'input') {
    unit.elements.filter(isChosen).forEach(uncheck);
  } else {
    for (const { element } of unit.choices) if (isChosen(element)) await pick(element, false);
    if (!unit.choices.length && isChosen(unit.elements[0]!)) await pick(unit.elements[0]!, false);
  }
  await settle();
  const button = isClear() ? undefined : clear();
  if (button) {
    press(button);
    await until(isClear, 400);
  }
  return isClear();
}

async function unchooseFromList(unit: Unit, isClear: () => boolean): Promise<void> {
  const before = valueOf(unit);
  const list = new OpeningList(unit.elements[0]!);
  await list.open();
  const chosen = unit.multiple
    ? list.options().filter(isChosen)
    : [list.blank()].filter((blank) => blank !== undefined);
  chosen.forEach(press);
  const done = chosen.length === 0 || (await until(isClear, 400));
  await list.close();
  if (chosen.length === 0 && isTypable(unit.elements[0]!)) {
    putText(unit.elements[0]!, '');
    await until(isClear, 300);
  }
  // "None" was an answer here: the one before is chosen again.
  if (!done && typeof before === 'string') await chooseFromList(unit, [before]);
}

/** Vue and Angular tell their state what a radio button stands for, never that none is chosen. */
export const KEEPS_RADIO = '[data-v-app], [ng-version]';

function uncheck(radio: Element): void {
  if (closest(radio, KEEPS_RADIO)) return;
  const value = radio.getAttribute('value');
  // A framework that reads the value of the button reads that there is none.
  radio.setAttribute('value', '');
  setProperty(radio, 'checked', false);
  fire(radio, 'click', 'input', 'change');
  if (value === null) radio.removeAttribute('value');
  else radio.setAttribute('value', value);
}
