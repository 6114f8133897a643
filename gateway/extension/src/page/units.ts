import type { Control, Walk } from './walk.js';
import { isFolded, labelsOf, named, type ControlType } from './controls.js';
import { joinDates } from './dateparts.js';
import { around, attribute, closest, isShown, styleOf, textOf, upwards } from './tree.js';
import { isAnswerWord, isOtherPurpose } from './words/index.js';

/** One choice of a group. */
export interface Choice {
  text: string;
  element: Element;
}

/** Controls that take one answer together. */
export interface Unit {
  type: ControlType | 'buttons' | 'dateparts';
  /** The order of reading of its first and last control. */
  first: number;
  last: number;
  elements: Element[];
  choices: Choice[];
  multiple: boolean;
  /** The smallest element around all its controls. */
  anchor: Element;
}

const isCalledAlike = (one: Element, other: Element): boolean =>
  (one as HTMLInputElement).form === (other as HTMLInputElement).form && one.getRootNode() === other.getRootNode();

/** What groups radio buttons and check boxes of a form by their names. */
const nameIn = ({ type, element }: Control): string =>
  element.localName === 'input' && (element as HTMLInputElement).name
    ? `${type} ${(element as HTMLInputElement).name}`
    : '';

/** How many controls of each kind stand inside each element. */
class Census {
  private readonly byName = new Map<string, Control[]>();
  private readonly counts = new Map<Element, Map<ControlType, Control[]>>();

  constructor(all: readonly Control[]) {
    for (const control of all) {
      const name = nameIn(control);
      if (name) this.byName.set(name, [...(this.byName.get(name) ?? []), control]);
      for (const outer of upwards(control.element)) {
        const kinds = this.counts.get(outer) ?? new Map<ControlType, Control[]>();
        const same = kinds.get(control.type);
        if (same) same.push(control);
        else kinds.set(control.type, [control]);
        this.counts.set(outer, kinds);
      }
    }
  }

  inside(outer: Element, type: ControlType): readonly Control[] {
    return this.counts.get(outer)?.get(type) ?? [];
  }

  /** The smallest element around a control that holds another of its kind. */
  pairAround({ element, type }: Control): Element {
    for (const outer of upwards(element)) if (this.inside(outer, type).length > 1) return outer;
    return element;
  }

  holdsOnly(outer: Element, types: readonly ControlType[]): boolean {
    return [...(this.counts.get(outer)?.keys() ?? [])].every((type) => types.includes(type));
  }

  /** What groups a control: its name, or what stands around it. */
  groupOf(control: Control): Element {
    const { element, type } = control;
    if (type !== 'radio' && type !== 'check') return element;
    const name = nameIn(control);
    if (name) {
      const same = this.byName.get(name)!.filter((other) => isCalledAlike(other.element, element));
      if (type === 'radio' || same.length > 1) return same[0]!.element;
    }
    const pair = this.pairAround(control);
    return type === 'radio' ? pair : (this.groupOfChecks(pair) ?? element);
  }

  /** The group of check boxes that begins with these, or the one around it that holds no more than they do. */
  private groupOfChecks(pair: Element): Element | undefined {
    const count = this.inside(pair, 'check').length;
    for (const outer of upwards(pair)) {
      if (outer.matches('form, main, body, dialog, [role=form], [role=main], [role=dialog]')) return undefined;
      if (this.inside(outer, 'check').length > count) return undefined;
      if (this.isGroupOfChecks(outer)) return outer;
    }
    return undefined;
  }

  /** Check boxes that answer one question stand in one group with its words; others are questions of their own. */
  private isGroupOfChecks(group: Element): boolean {
    const [first, second] = this.inside(group, 'check');
    if (!first || !second || !this.holdsOnly(group, ['check', 'line'])) return false;
    const lines = this.inside(group, 'line');
    if (lines.length > 1 || lines.some(({ at }) => at < second.at)) return false;
    return (
      group.matches('[role=group], [role=radiogroup], fieldset, tr, [role=row], ul, ol, [role=list]') ||
      hasWordsBefore(group, first.element)
    );
  }
}

/** Whether the group begins with words that no box is labelled by. */
function hasWordsBefore(group: Element, first: Element): boolean {
  const owned = new Set([...labelsOf(first), ...named(first, 'aria-labelledby')]);
  const isAfter = (element: Element): boolean => (first.compareDocumentPosition(element) & 4) === 4;
  const words = textOf(
    group,
    (element) => owned.has(element) || (element !== group && element.localName === 'label') || isAfter(element),
  );
  return words.length > 2;
}

const CHOSEN_STATE = '[aria-pressed], [aria-checked], [aria-selected]';

/** Buttons that offer answers stand side by side and say so by state or words. */
function buttonGroups({ controls, lines }: Walk): Control[][] {
  const groups: Control[][] = [];
  let run: Control[] = [];
  const close = (): void => {
    const answers = answersAmong(run);
    if (answers.length) groups.push(answers);
    run = [];
  };
  for (const control of controls) {
    if (
      control.type !== 'button' ||
      control.element.hasAttribute('aria-expanded') ||
      control.element.hasAttribute('aria-haspopup')
    ) {
      close();
      continue;
    }
    const before = run.at(-1);
    const apart =
      before &&
      (lines.some(({ at }) => at > before.at && at < control.at) || !sideBySide(before.element, control.element));
    if (apart) close();
    run.push(control);
  }
  close();
  return groups;
}

function sideBySide(one: Element, other: Element): boolean {
  const chain = [...upwards(other)].slice(0, 4);
  return [...upwards(one)].slice(0, 4).some((element) => chain.includes(element));
}

/** The buttons of a row that offer answers; others of the row do something else, such as adding a file. */
function answersAmong(row: readonly Control[]): Control[] {
  const named = row.map((control) => ({ control, text: buttonText(control.element) }));
  const stateful = named.filter(({ control }) => control.element.matches(CHOSEN_STATE));
  if (stateful.length > 1) {
    const elements = stateful.map(({ control }) => control.element);
    if (stateful.every(({ text }) => text && !isOtherPurpose(text)) && isChoice(elements)) return elementsOf(stateful);
  }
  const answers = named.filter(({ text }) => isAnswerWord(text));
  return answers.length > 1 ? elementsOf(answers) : [];
}

const elementsOf = (named: readonly { control: Control }[]): Control[] => named.map(({ control }) => control);

/** Whether buttons with a state are choices, not switches of a toolbar. */
function isChoice(buttons: readonly Element[]): boolean {
  const group = around(buttons);
  const areAlone = group.querySelectorAll('button, [role=button], [role=radio]').length === buttons.length;
  const isKnown = buttons.some((button) => isAnswerWord(buttonText(button)));
  return isKnown || areAlone || !!closest(group, '[role=group], [role=radiogroup], fieldset');
}

export const buttonText = (button: Element): string =>
  textOf(button) || attribute(button, 'aria-label') || attribute(button, 'value');

/** The options of a list that are in the page already. */
export function listedOptions(list: Element): Element[] {
  return [...list.querySelectorAll('[role=option]')].filter((option) => attribute(option, 'aria-disabled') !== 'true');
}

/** Whether all options of a list are always in sight. */
const isOpenList = (list: Element): boolean =>
  !list.hasAttribute('aria-expanded') &&
  listedOptions(list).filter((option) => isShown(option) || isFolded(option)).length > 1;

/** Puts controls together that take one answer. */
export function unitsOf(walk: Walk): Unit[] {
  const grouped = new Map<Element, Control[]>();
  const answerButtons = buttonGroups(walk);
  const answering = walk.controls.filter(({ type }) => type !== 'button');
  const census = new Census(answering);
  for (const control of answering) {
    const group = census.groupOf(control);
    const members = grouped.get(group) ?? [];
    // One element can hold radio buttons and check boxes.
    if (members.length && members[0]!.type !== control.type) grouped.set(control.element, [control]);
    else grouped.set(group, [...members, control]);
  }
  const units = [...grouped.values()].map(unitFrom);
  for (const buttons of answerButtons) units.push({ ...unitFrom(buttons), type: 'buttons' });
  return joinDates(units.sort((one, other) => one.first - other.first));
}

function unitFrom(controls: Control[]): Unit {
  const elements = controls.map(({ element }) => element);
  const type = controls[0]!.type;
  const list = elements[0]!;
  const unit: Unit = {
    type,
    first: controls[0]!.at,
    last: controls.at(-1)!.at,
    elements,
    choices: [],
    multiple: type === 'check' && elements.length > 1,
    anchor: around(elements),
  };
  if (type === 'select') unit.multiple = (list as HTMLSelectElement).multiple;
  if (type === 'list' || type === 'combo') unit.multiple = attribute(list, 'aria-multiselectable') === 'true';
  if (type === 'list' && !isOpenList(list)) unit.type = 'combo';
  return unit;
}

/** Whether an element draws inside a line of text. */
export const isInline = (element: Element): boolean => styleOf(element)?.display.startsWith('inline') ?? false;
