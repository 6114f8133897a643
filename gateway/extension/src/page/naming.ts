import { beside } from './beside.js';
import { labelsOf, named } from './controls.js';
import { stemOfTable, underStem } from './matrix.js';
import { cleaned, looksLikeHelp, sayable, saysNothing, textsOf } from './name-words.js';
import { sharedNames, type Scan } from './scan.js';
import { columnOf, isIdentifier, wordsOfRow } from './tables.js';
import { attribute, closest, holds, parentOf, textOf, upwards } from './tree.js';
import type { Unit } from './units.js';
import type { Line } from './walk.js';
import { isAsking, isCommentLabel, isOtherLabel, isSwitchState, isYes } from './words/index.js';

/** What a unit asks, and from where on the page that is known. */
export interface Name {
  text: string;
  number?: string;
  help?: string;
  isRequired?: true;
  from: 'label' | 'row' | 'block' | 'placeholder' | 'none';
  /** The lines that say it. */
  lines: Line[];
}

/** What an element is called by attributes and labels of its own. */
function ownName(element: Element): string {
  const names = named(element, 'aria-labelledby').filter((name) => name !== element && !holds(element, name));
  const native = element.localName === 'input' ? null : element.querySelector('input:not([type=hidden])');
  return (
    textsOf(saying(names)) ||
    textsOf(saying(labelsOf(element))) ||
    attribute(element, 'aria-label') ||
    // A list that is drawn around a native field is called as that field is.
    (native && attribute(element, 'role') === 'combobox' ? textsOf(labelsOf(native)) : '')
  );
}

/** Elements that name something, without what a switch shows of its state. */
function saying(elements: readonly Element[]): readonly Element[] {
  const others = elements.filter((element) => !isSwitchState(textOf(element)));
  return others.length ? others : elements;
}

/** What a group of choices is called by itself or by what stands around it alone. */
function groupName(scan: Scan, unit: Unit): string {
  const shared = textsOf([...sharedNames(unit.elements)]);
  const choices = new Set(unit.choices.map(({ text }) => text));
  for (const outer of upwards(unit.anchor)) {
    if (scan.holdsOther(outer, unit)) break;
    if (!outer.matches('fieldset, [role]') || (outer === unit.elements[0] && unit.type === 'combo')) continue;
    const legend = outer.localName === 'fieldset' ? outer.querySelector(':scope > legend') : null;
    const name =
      textsOf(named(outer, 'aria-labelledby')) || (legend ? textsOf([legend]) : '') || attribute(outer, 'aria-label');
    if (name && !saysNothing(name) && !choices.has(name)) return name;
  }
  return shared;
}

/** What a control of a custom element is called: by the elements around its shadow roots, or a hidden field that it stands for. */
function hostName(scan: Scan, unit: Unit): string {
  for (const outer of upwards(parentOf(unit.anchor) ?? unit.anchor)) {
    if (scan.holdsOther(outer, unit)) return '';
    const isHost = outer.shadowRoot !== null || outer.localName.includes('-') || outer.localName === 'iframe';
    const name =
      isHost || outer.id
        ? ownName(outer) || (isHost ? attribute(outer, 'label') || attribute(outer, 'title') : '')
        : '';
    if (name && !saysNothing(name) && outer.localName !== 'fieldset') return name;
    if (unit.type === 'editor' || unit.type === 'combo') {
      const stood = outer.parentElement?.querySelector(':scope > textarea, :scope > select, :scope > input');
      const label = stood ? textsOf(labelsOf(stood)) : '';
      if (label && !saysNothing(label)) return label;
    }
  }
  return '';
}

/** Whether a line labels one of the fields of a date. */
const isPartLabel = (unit: Unit, { block }: Line): boolean =>
  unit.type === 'dateparts' && (holds(unit.anchor, block) || labelsOf(unit.elements[0]!).includes(block));

/** Chooses the line that asks among lines before a control, from the nearest block outwards. */
export function askingLine(scan: Scan, unit: Unit): Name | undefined {
  const lines = scan
    .linesBefore(unit)
    .filter((line) => (sayable(line) || isIdentifier(line.text)) && !isPartLabel(unit, line));
  const block = scan.blockOf(unit);
  const own = lines.filter((line) => holds(block, line.block) && line.block !== block);
  const chosen = own.some(sayable)
    ? fromBlock(unit, block, own.filter(sayable))
    : fromGap(scan, unit, lines.filter(sayable));
  if (!chosen) return undefined;
  const { text, number, ...marks } = cleaned(chosen.text);
  const label =
    number ??
    lines
      .filter((line) => line.at < chosen.at && isIdentifier(line.text) && chosen.at - line.at < 3)
      .at(-1)
      ?.text.replace(/[.):]$/, '');
  const help = own
    .filter((line) => line.at > chosen.at && sayable(line))
    .map((line) => line.text)
    .join(' ');
  return { text, ...marks, ...(label && { number: label }), ...(help && { help }), from: 'block', lines: [chosen] };
}

function fromBlock(unit: Unit, block: Element, lines: readonly Line[]): Line | undefined {
  let nearest: Line | undefined;
  for (const outer of upwards(unit.anchor)) {
    const level = lines.filter((line) => holds(outer, line.block));
    const plain = level.filter((line) => !looksLikeHelp(line));
    const question = plain.filter(({ text }) => /[?？]/.test(text));
    if (question.length) return question[0];
    const asking = plain.filter(({ text }) => isAsking(text));
    if (asking.length && !lines.some(({ text }) => /[?？]\W*$/.test(text)))
      return asking.find(({ heading }) => heading > 0) ?? asking[0];
    nearest ??= plain.filter(({ heading }) => heading > 0).at(-1) ?? plain[0];
    if (outer === block) break;
  }
  return nearest ?? lines[0];
}

/** Where controls and words stand side by side without a block for each: the nearest words, or the question above them. */
function fromGap(scan: Scan, unit: Unit, lines: readonly Line[]): Line | undefined {
  const others = scan.units
    .filter((other) => other !== unit && other.last < unit.first && !scan.attached.has(other))
    .slice(-1);
  const free = lines.filter(
    (line) =>
      !others.some((other) => {
        const block = scan.blockOf(other);
        return block !== other.anchor && holds(block, line.block);
      }),
  );
  const near = free.slice(-3);
  return (
    near.filter((line) => /[?？]/.test(line.text) && !looksLikeHelp(line)).at(-1) ??
    near.filter((line) => !looksLikeHelp(line)).at(-1) ??
    near.at(-1)
  );
}

/** Says what a unit asks. */
export function nameOf(scan: Scan, unit: Unit): Name {
  const [element] = unit.elements;
  const grouped = unit.elements.length > 1 && (unit.choices.length > 0 || unit.type === 'dateparts');
  const said =
    grouped || unit.type === 'list' ? groupName(scan, unit) || (grouped ? '' : ownName(element!)) : ownName(element!);
  // A lone box that says no more than "Yes" answers what stands before it.
  const label = unit.type === 'check' && isYes(said) ? '' : said;
  const row = rowName(scan, unit, label);
  if (row) return row;
  if (label && !saysNothing(label) && !isLabelOfColumn(scan, unit, label)) {
    return underStem(scan, unit, beside(scan, unit, { ...cleaned(label), from: 'label', lines: [] }));
  }
  const host = hostName(scan, unit) || (grouped ? '' : groupName(scan, unit));
  if (host && !saysNothing(host)) return beside(scan, unit, { ...cleaned(host), from: 'label', lines: [] });
  const asked = askingLine(scan, unit);
  if (asked) return asked;
  const after = scan.linesAfter(unit).find((line) => holds(scan.blockOf(unit), line.block) && sayable(line));
  if (after && !grouped) return { ...cleaned(after.text), from: 'block', lines: [after] };
  const last = [attribute(element!, 'title'), attribute(element!, 'placeholder'), label].find(
    (text) => text && !saysNothing(text),
  );
  return last ? { ...cleaned(last), from: 'placeholder', lines: [] } : { text: '', from: 'none', lines: [] };
}

/** A short label that repeats the heading of its column says which field of the row it is. */
function isLabelOfColumn(scan: Scan, unit: Unit, label: string): boolean {
  return (
    scan.rowOf(unit)?.headings.some((heading) => heading !== '' && heading.toLowerCase() === label.toLowerCase()) ??
    false
  );
}

function rowName(scan: Scan, unit: Unit, label: string): Name | undefined {
  const row = scan.rowOf(unit);
  // Cells with the words of a choice say nothing of what is asked.
  const choices = new Set(unit.elements.length > 1 ? unit.choices.map(({ text }) => text) : []);
  const words = row && wordsOfRow(row, (cell) => scan.isField(cell) || choices.has(textOf(cell)));
  if (!row || !words) return undefined;
  const cells = row.cells.filter(scan.isField);
  const cell =
    row.cells.find((candidate) => holds(candidate, unit.anchor)) ??
    cells.find((candidate) => unit.elements.some((element) => holds(candidate, element)))!;
  const strong = scan.unitsIn(row.element);
  const index = row.cells.indexOf(cell);
  const before = row.cells[index - 1];
  const isPaired =
    strong.length > 1 &&
    cells.every((field) => {
      const left = row.cells[row.cells.indexOf(field) - 1];
      return left !== undefined && !scan.isField(left) && textOf(left) !== '';
    });
  if (isPaired && before) return { ...cleaned(textOf(before)), from: 'row', lines: [] };
  const heading = row.headings[columnOf(row, cell)] ?? '';
  const explicit = label && !saysNothing(label) && !row.headings.includes(label) && !label.includes(words.text);
  // A label that asks by itself says more than the row around it.
  if (explicit && (isAsking(label) || strong.length > 1)) return { ...cleaned(label), from: 'label', lines: [] };
  const { text, number, ...marks } = cleaned(words.text);
  const names = {
    ...marks,
    ...((words.number ?? number) ? { number: words.number ?? number! } : {}),
    ...(words.help && { help: words.help }),
  };
  const isMatrix =
    unit.elements.length > 1 &&
    new Set(unit.elements.map((element) => closest(element, 'td, th, [role=cell], [role=gridcell]'))).size > 1;
  if (isMatrix) {
    const stem = stemOfTable(scan, unit, row.table);
    return { text: stem ? `${stem}: ${text}` : text, ...names, from: 'row', lines: [] };
  }
  const first = strong[0] === unit;
  const plainHeading = !heading || saysNothing(heading) || isCommentLabel(heading) || isOtherLabel(heading);
  const isWhole = isAsking(text) || text.split(' ').length > 4;
  if (plainHeading || (first && (isWhole || (strong.length === 1 && !isAsking(heading)))))
    return { text, ...names, from: 'row', lines: [] };
  return { text: `${text}: ${heading}`, ...names, from: 'row', lines: [] };
}
