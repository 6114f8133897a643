import { forgetLabels, labelsOf, named } from './controls.js';
import { Tables, columnOf, type Row } from './tables.js';
import {
  attribute,
  childrenOf,
  closest,
  holds,
  isElement,
  isText,
  parentOf,
  textOf,
  undecorated,
  upwards,
} from './tree.js';
import { unitsOf, buttonText, listedOptions, type Choice, type Unit } from './units.js';
import { isGoingOn, isOtherPurpose } from './words/index.js';
import { walk, type Control, type Line, type Walk } from './walk.js';

/** What buttons do: go on with a form, or end something else. */
interface Actions {
  goesOn: boolean;
  hasOtherPurpose: boolean;
}

/** A page as read once: its units, lines, and which line belongs to which unit. */
export class Scan {
  readonly walk: Walk;
  readonly units: Unit[];
  readonly passwords: readonly Control[];
  readonly tables = new Tables();
  /** Lines that label a choice or a unit. */
  private readonly owners = new Map<Line, Unit>();
  private readonly lineOf = new Map<Text, Line>();
  private readonly inside = new Map<Element, Set<Unit>>();
  /** The place of each control among the controls. */
  private readonly orderOf: Map<Element, number>;
  private actions: Map<Element, Actions> | undefined;
  /** Units that belong to another one, as its comment or its free choice. */
  readonly attached = new Set<Unit>();

  constructor(document: Document) {
    forgetLabels();
    this.walk = walk(document);
    this.orderOf = new Map(this.walk.controls.map(({ element }, index) => [element, index]));
    this.passwords = this.walk.controls.filter(({ type }) => type === 'password');
    this.units = unitsOf(this.walk);
    for (const line of this.walk.lines) for (const node of line.nodes) this.lineOf.set(node, line);
    for (const unit of this.units) {
      for (const element of unit.elements) {
        for (const outer of upwards(element)) {
          const units = this.inside.get(outer) ?? new Set<Unit>();
          this.inside.set(outer, units.add(unit));
        }
      }
    }
    for (const unit of this.units) unit.choices = this.choicesOf(unit);
    for (const unit of this.units) for (const label of this.labelElements(unit)) this.own(label, unit);
  }

  /** The units in an element that stand for themselves. */
  unitsIn(element: Element): Unit[] {
    return [...(this.inside.get(element) ?? [])].filter((unit) => !this.attached.has(unit));
  }

  /** Whether an element holds another unit that stands for itself. */
  holdsOther(element: Element, unit: Unit): boolean {
    for (const other of this.inside.get(element) ?? []) if (other !== unit && !this.attached.has(other)) return true;
    return false;
  }

  readonly isField = (element: Element): boolean => (this.inside.get(element)?.size ?? 0) > 0;

  /** The largest element around a unit that holds no other. */
  blockOf(unit: Unit): Element {
    let block = unit.anchor;
    for (const outer of upwards(unit.anchor)) {
      if (this.holdsOther(outer, unit)) break;
      block = outer;
    }
    return block;
  }

  rowOf(unit: Unit): Row | undefined {
    return this.tables.rowOf(unit.anchor, this.isField);
  }

  /** Lines between the unit before and this one that label neither. */
  linesBefore(unit: Unit): Line[] {
    const before = this.unitBefore(unit);
    return this.linesBetween(before?.last ?? -1, unit.first).filter((line) => (this.owners.get(line) ?? unit) === unit);
  }

  /** The last unit that ends before this one begins. */
  unitBefore(unit: Unit): Unit | undefined {
    for (let index = this.units.indexOf(unit) - 1; index >= 0; index -= 1) {
      const before = this.units[index]!;
      if (before.last < unit.first) return before;
    }
    return undefined;
  }

  private linesBetween(after: number, before: number): Line[] {
    const { lines } = this.walk;
    let low = 0;
    for (let high = lines.length; low < high;) {
      const middle = (low + high) >> 1;
      if (lines[middle]!.at <= after) low = middle + 1;
      else high = middle;
    }
    const found: Line[] = [];
    for (let index = low; index < lines.length && lines[index]!.at < before; index += 1) found.push(lines[index]!);
    return found;
  }

  linesAfter(unit: Unit): Line[] {
    const next = this.units.find(({ first }) => first > unit.last);
    return this.linesBetween(unit.last, next?.first ?? Infinity).filter((line) => !this.owners.has(line));
  }

  ownerOf(line: Line): Unit | undefined {
    return this.owners.get(line);
  }

  /** What the buttons in an element do that offer no answer. */
  actionsIn(element: Element): Actions {
    this.actions ??= this.readActions();
    return this.actions.get(element) ?? { goesOn: false, hasOtherPurpose: false };
  }

  private readActions(): Map<Element, Actions> {
    const actions = new Map<Element, Actions>();
    const offered = new Set(this.units.flatMap(({ elements }) => elements));
    for (const { type, element } of this.walk.controls) {
      if (type !== 'button' || offered.has(element)) continue;
      const text = buttonText(element);
      const goesOn = isGoingOn(text);
      const hasOtherPurpose = isOtherPurpose(text);
      if (!goesOn && !hasOtherPurpose) continue;
      for (const outer of upwards(element)) {
        const known = actions.get(outer) ?? { goesOn: false, hasOtherPurpose: false };
        known.goesOn ||= goesOn;
        known.hasOtherPurpose ||= hasOtherPurpose;
        actions.set(outer, known);
      }
    }
    return actions;
  }

  private own(label: Element, unit: Unit): void {
    const collect = (node: Node): void => {
      const line = isText(node) ? this.lineOf.get(node) : undefined;
      if (line && !this.owners.has(line)) this.owners.set(line, unit);
      if (isElement(node)) for (const child of childrenOf(node)) collect(child);
    };
    collect(label);
  }

  private labelElements(unit: Unit): Element[] {
    const [element] = unit.elements;
    const described = named(element!, 'aria-describedby');
    if (unit.type === 'dateparts')
      return unit.elements.flatMap((part) => [...labelsOf(part), ...named(part, 'aria-labelledby')]);
    if (unit.choices.length && unit.elements.length > 1) return described;
    return [...labelsOf(element!), ...named(element!, 'aria-labelledby'), ...described];
  }

  private choicesOf(unit: Unit): Choice[] {
    const { type, elements } = unit;
    const [only] = elements;
    if (type === 'buttons') return elements.map((element) => ({ element, text: buttonText(element) }));
    if (type === 'select') {
      return [...(only as HTMLSelectElement).options]
        .filter((option) => !option.disabled && !option.hidden)
        .map((element) => ({ element, text: (element.label || element.text).trim() }));
    }
    if (type === 'list') return listedOptions(only!).map((element) => ({ element, text: textOf(element) }));
    if (type !== 'radio' && !(type === 'check' && elements.length > 1)) return [];
    const shared = sharedNames(elements);
    const texts = elements.map((element) => undecorated(this.choiceText(element, unit, shared)));
    // Stars that all look the same are told apart by their place.
    const areAlike = new Set(texts).size === 1 && !/\p{L}/u.test(texts[0]!);
    return elements.map((element, index) => ({
      element,
      text: areAlike ? attribute(element, 'aria-posinset') || String(index + 1) : texts[index]!,
    }));
  }

  private choiceText(element: Element, unit: Unit, shared: ReadonlySet<Element>): string {
    const names = named(element, 'aria-labelledby').filter((name) => name !== element && !shared.has(name));
    const all = labelsOf(element);
    // A label that stands outside of the choices says what is asked.
    const inside = all.filter((label) => holds(unit.anchor, label));
    const labels = names.length ? names : inside.length ? inside : all;
    for (const label of labels) if (!this.isHeading(label)) this.own(label, unit);
    const text = labels
      .map((label) => textOf(label))
      .filter(Boolean)
      .join(' ');
    if (text) return text;
    const label = attribute(element, 'aria-label');
    const value = attribute(element, 'data-value');
    // In a matrix, the label of a choice names its row as well.
    if (label) {
      const heading = this.columnHeading(element);
      return value && label.startsWith(`${value},`) ? value : heading && label.includes(heading) ? heading : label;
    }
    const inner = element.localName === 'input' ? '' : textOf(element);
    if (inner) {
      this.own(element, unit);
      return inner;
    }
    return (
      this.besides(element, unit) ||
      this.columnHeading(element) ||
      attribute(element, 'data-value') ||
      attribute(element, 'value')
    );
  }

  private readonly isHeading = (element: Element): boolean => element.matches('th, [role=columnheader]');

  /** The line right after a choice, inside its group. */
  private besides(element: Element, unit: Unit): string {
    const index = this.orderOf.get(element) ?? 0;
    const { controls } = this.walk;
    const line = this.linesBetween(controls[index]!.at, controls[index + 1]?.at ?? Infinity)[0];
    if (!line) return '';
    const [cell, other] = [element, line.block].map((node) => closest(node, 'td, [role=cell], [role=gridcell]'));
    if (cell !== other) {
      // Choices and their words stand in cells by turns.
      if (!cell || !other || cell.nextElementSibling !== other || !cell.closest('tr')) return '';
      if (textOf(cell) || this.columnHeading(element)) return '';
      this.owners.set(line, unit);
      return line.text;
    }
    const around = parentOf(unit.anchor);
    if (!holds(unit.anchor, line.block) && around !== line.block) return '';
    this.owners.set(line, unit);
    return line.text;
  }

  private columnHeading(element: Element): string {
    const cell = closest(element, 'td, th, [role=cell], [role=gridcell]');
    const row = cell && this.tables.rowOf(element, this.isField);
    return row ? (row.headings[columnOf(row, cell)] ?? '') : '';
  }
}

/** Elements that name every choice of a group: they say what is asked. */
export function sharedNames(elements: readonly Element[]): Set<Element> {
  const [first, ...rest] = elements.map((element) => named(element, 'aria-labelledby'));
  return new Set((first ?? []).filter((name) => rest.length > 0 && rest.every((names) => names.includes(name))));
}
