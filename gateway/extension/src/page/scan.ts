import { labelsOf, named } from './controls.js';
import { Tables, columnOf, type Row } from './tables.js';
import { attribute, closest, holds, parentOf, textOf, upwards } from './tree.js';
import { unitsOf, buttonText, listedOptions, type Choice, type Unit } from './units.js';
import { walk, type Line, type Walk } from './walk.js';

/** A page as read once: its units, lines, and which line belongs to which unit. */
export class Scan {
  readonly walk: Walk;
  readonly units: Unit[];
  readonly tables = new Tables();
  /** Lines that label a choice or a unit. */
  private readonly owners = new Map<Line, Unit>();
  private readonly inside = new Map<Element, Set<Unit>>();
  /** Units that belong to another one, as its comment or its free choice. */
  readonly attached = new Set<Unit>();

  constructor(document: Document) {
    this.walk = walk(document);
    this.units = unitsOf(this.walk);
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

  readonly isField = (element: Element): boolean => (this.inside.get(element)?.size ?? 0) > 0;

  /** The largest element around a unit that holds no other. */
  blockOf(unit: Unit): Element {
    let block = unit.anchor;
    for (const outer of upwards(unit.anchor)) {
      if (this.unitsIn(outer).some((other) => other !== unit)) break;
      block = outer;
    }
    return block;
  }

  rowOf(unit: Unit): Row | undefined {
    return this.tables.rowOf(unit.anchor, this.isField);
  }

  /** Lines between the unit before and this one that label neither. */
  linesBefore(unit: Unit): Line[] {
    const before = this.units.filter(({ last }) => last < unit.first).at(-1);
    return this.walk.lines.filter(
      (line) => line.at > (before?.last ?? -1) && line.at < unit.first && (this.owners.get(line) ?? unit) === unit,
    );
  }

  linesAfter(unit: Unit): Line[] {
    const next = this.units.find(({ first }) => first > unit.last);
    return this.walk.lines
      .filter(({ at }) => at > unit.last && at < (next?.first ?? Infinity))
      .filter((line) => !this.owners.has(line));
  }

  ownerOf(line: Line): Unit | undefined {
    return this.owners.get(line);
  }

  private own(label: Element, unit: Unit): void {
    for (const line of this.walk.lines) {
      if (!this.owners.has(line) && line.nodes.some((node) => holds(label, node))) this.owners.set(line, unit);
    }
  }

  private labelElements(unit: Unit): Element[] {
    const [element] = unit.elements;
    const described = named(element!, 'aria-describedby');
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
    return elements.map((element) => ({ element, text: this.choiceText(element, unit, shared) }));
  }

  private choiceText(element: Element, unit: Unit, shared: ReadonlySet<Element>): string {
    const names = named(element, 'aria-labelledby').filter((name) => name !== element && !shared.has(name));
    const labels = names.length ? names : labelsOf(element);
    for (const label of labels) if (!this.isHeading(label)) this.own(label, unit);
    const text = labels
      .map((label) => textOf(label))
      .filter(Boolean)
      .join(' ');
    if (text) return text;
    const label = attribute(element, 'aria-label');
    const value = attribute(element, 'data-value');
    // In a matrix, the label of a choice names its row as well.
    if (label) return value && label.startsWith(`${value},`) ? value : label;
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
    const at = this.walk.controls.find((control) => control.element === element)?.at ?? Infinity;
    const next = this.walk.controls.find((control) => control.at > at)?.at ?? Infinity;
    const line = this.walk.lines.find((other) => other.at > at && other.at < next);
    if (
      !line ||
      closest(element, 'td, [role=cell], [role=gridcell]') !== closest(line.block, 'td, [role=cell], [role=gridcell]')
    )
      return '';
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
