import { named } from './controls.js';
import { cleaned, sayable, textsOf } from './name-words.js';
import type { Name } from './naming.js';
import type { Scan } from './scan.js';
import { attribute, closest, holds, textOf, upwards } from './tree.js';
import type { Unit } from './units.js';
import { isAsking, isIdentity } from './words/index.js';

/** What is asked of all rows of a table of choices. */
export function stemOfTable(scan: Scan, unit: Unit, table: Element): string {
  const group = closest(table, 'fieldset, [role=group], [role=radiogroup]');
  const caption = table.querySelector('caption');
  const names = [
    textsOf(named(table, 'aria-labelledby')),
    attribute(table, 'aria-label'),
    caption ? textOf(caption) : '',
    group ? nameOfGroup(group) : '',
  ];
  const name = names.find((text) => isAsking(text));
  if (name) return cleaned(name).text;
  const first = scan.units.find((other) => holds(table, other.anchor)) ?? unit;
  const before = scan.linesBefore(first).filter((line) => !holds(table, line.block) && sayable(line));
  const last = before.filter(({ text }) => isAsking(text)).at(-1);
  return last && last.heading !== 1 ? cleaned(last.text).text : '';
}

/** What a group is called by itself. */
export function nameOfGroup(group: Element): string {
  const legend = group.querySelector(':scope > legend');
  return textsOf(named(group, 'aria-labelledby')) || (legend ? textOf(legend) : '') || attribute(group, 'aria-label');
}

/** Rows of a matrix without a table: groups of the same choices, each called by a few words, under one question. */
export function underStem(scan: Scan, unit: Unit, name: Name): Name {
  if (WRITES.has(unit.type)) return underQuestion(scan, unit, name);
  if (unit.choices.length < 2 || isAsking(name.text) || name.text.split(' ').length > 8) return name;
  const own = choicesOf(unit);
  for (const outer of upwards(unit.anchor)) {
    const rows = scan.unitsIn(outer);
    if (rows.length < 2) continue;
    if (rows.some((row) => choicesOf(row) !== own)) return name;
    const stem = stemIn(scan, outer, rows[0]!);
    if (stem) return { ...name, text: `${stem}: ${name.text}` };
    if (outer.matches('form, main, body')) return name;
  }
  return name;
}

const WRITES: ReadonlySet<string> = new Set(['line', 'area', 'number', 'date', 'dateparts']);

/** Fields of one question, each called by a few words: they stand in a group of their own, which asks or follows on what asks. */
function underQuestion(scan: Scan, unit: Unit, name: Name): Name {
  const group = closest(unit.anchor, 'fieldset, [role=group]');
  if (!group || isAsking(name.text) || name.text.split(' ').length > 8) return name;
  const rows = scan.unitsIn(group);
  if (rows.length < 2 || rows.some(({ type }) => !WRITES.has(type))) return name;
  const stem = nameOfGroup(group) ? stemIn(scan, group, rows[0]!) : questionBefore(scan, group, rows);
  return stem && !isIdentity(stem) ? { ...name, text: `${stem}: ${name.text}` } : name;
}

/** The last line before a group that asks, where both stand apart from all other fields. */
function questionBefore(scan: Scan, group: Element, rows: readonly Unit[]): string {
  const before = scan.linesBefore(rows[0]!).filter((line) => !holds(group, line.block) && sayable(line));
  const asking = before.filter(({ text }) => isAsking(text)).at(-1);
  const around = asking && [...upwards(group)].find((outer) => holds(outer, asking.block));
  return asking && around && scan.unitsIn(around).length === rows.length ? cleaned(asking.text).text : '';
}

const choicesOf = ({ choices }: Unit): string => choices.map(({ text }) => text).join('\u0000');

function stemIn(scan: Scan, outer: Element, first: Unit): string {
  const group = outer.matches('fieldset, [role=group], [role=listitem]') ? nameOfGroup(outer) : '';
  const lines = scan.linesBefore(first).filter((line) => holds(outer, line.block) && sayable(line));
  const asking = [group, ...lines.map(({ text }) => text)].find((text) => isAsking(text));
  return asking ? cleaned(asking).text : '';
}
