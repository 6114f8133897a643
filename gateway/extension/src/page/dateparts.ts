import { labelsOf, named } from './controls.js';
import { dayOf } from './dates.js';
import { around, attribute, holds, textOf } from './tree.js';
import type { Unit } from './units.js';
import { datePartOf, isNothingChosen, type DatePart } from './words/index.js';

/** Fields of a date that stand beside each other, in the order in which their date is written. */
const PARTS: readonly DatePart[] = ['year', 'month', 'day'];
const TAKES_PART: ReadonlySet<string> = new Set(['line', 'number', 'select']);

/** Which part of a date a field takes, by its labels, its placeholder or the first line of its list. */
function partOf(element: Element): DatePart | undefined {
  const first = element.localName === 'select' ? ((element as HTMLSelectElement).options[0]?.text ?? '') : '';
  const said = [
    ...[...labelsOf(element), ...named(element, 'aria-labelledby')].map((label) => textOf(label)),
    ...['aria-label', 'title', 'placeholder'].map((name) => attribute(element, name)),
    first,
  ];
  return said.map(datePartOf).find((part) => part !== undefined);
}

/** Puts the three fields of a date together, where they stand in one group without any other field. */
export function joinDates(units: readonly Unit[]): Unit[] {
  const joined: Unit[] = [];
  for (let index = 0; index < units.length; index += 1) {
    const date = dateOf(units.slice(index, index + 3), units);
    joined.push(date ?? units[index]!);
    if (date) index += 2;
  }
  return joined;
}

function dateOf(three: readonly Unit[], all: readonly Unit[]): Unit | undefined {
  if (three.length < 3 || !three.every(({ type, multiple }) => TAKES_PART.has(type) && !multiple)) return undefined;
  const elements = three.map(({ elements: [element] }) => element!);
  if (new Set(elements.map((element) => partOf(element) ?? '')).size < 3) return undefined;
  if (!elements.every((element) => partOf(element))) return undefined;
  const anchor = around(elements);
  if (all.some((other) => !three.includes(other) && holds(anchor, other.anchor))) return undefined;
  return {
    type: 'dateparts',
    first: three[0]!.first,
    last: three[2]!.last,
    elements,
    choices: [],
    multiple: false,
    anchor,
  };
}

/** The lines of a list that stand for days, months or years. */
const realOptions = (list: HTMLSelectElement): HTMLOptionElement[] =>
  [...list.options].filter(({ text }) => text.trim() !== '' && !isNothingChosen(text) && !datePartOf(text));

/** The number that a line of a list stands for: it says so, or it is one of twelve months. */
function numberOf(list: HTMLSelectElement, option: HTMLOptionElement): string {
  const said = [option.text, option.value].find((text) => /^\d{1,4}$/.test(text.trim()));
  if (said !== undefined) return String(Number(said));
  const real = realOptions(list);
  return real.length === 12 ? String(real.indexOf(option) + 1) : '';
}

function numberIn(element: Element): string {
  if (element.localName !== 'select') return (element as HTMLInputElement).value.trim();
  const list = element as HTMLSelectElement;
  const chosen = realOptions(list).find(({ selected }) => selected);
  return chosen ? numberOf(list, chosen) : '';
}

/** The date that stands in the three fields as yyyy-mm-dd; what stands in some of them only, as it is; '' for nothing. */
export function datePartsValue({ elements }: Unit): string {
  const stands = PARTS.map((part) => {
    const field = elements.find((element) => partOf(element) === part);
    return field ? numberIn(field) : '';
  });
  const [year = '', month = '', day = ''] = stands;
  if (stands.some((text) => !/^\d+$/.test(text))) return stands.filter(Boolean).join('-');
  return [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
}

/** What each field has to take for a date: a text, or a line of its list. Undefined when a list has no such line, or it is no day. */
export function datePartsFor({ elements }: Unit, text: string): (string | HTMLOptionElement)[] | undefined {
  const day = dayOf(text);
  if (!day) return undefined;
  const wanted = elements.map((element) => {
    const part = partOf(element);
    const number = part ? String(Number(day[part])) : '';
    if (element.localName !== 'select') return number;
    const list = element as HTMLSelectElement;
    return realOptions(list).find((option) => numberOf(list, option) === number);
  });
  const sure = wanted.filter((part) => part !== undefined);
  return sure.length === wanted.length ? sure : undefined;
}
