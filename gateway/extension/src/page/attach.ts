import { nameOf, type Name } from './naming.js';
import type { Scan } from './scan.js';
import { columnOf } from './tables.js';
import { attribute, closest, holds, parentOf } from './tree.js';
import type { Unit } from './units.js';
import { isAnswerLabel, isBareComment, isCommentLabel, isOtherLabel } from './words/index.js';

/** The fields that belong to a question. */
export interface Attached {
  comment?: { unit: Unit; text: string };
  other?: Unit;
}

const WRITING = new Set(['line', 'area', 'editor']);
const takesChoice = (unit: Unit): boolean =>
  unit.choices.length > 1 || unit.type === 'combo' || unit.type === 'switch' || unit.type === 'check';

/** Finds the comment and free-choice fields of a page and attaches each to its question. */
export function attachFields(scan: Scan): Map<Unit, Attached> {
  const found = new Map<Unit, Attached>();
  const candidates: { unit: Unit; text: string }[] = [];
  for (const unit of scan.units) {
    if (!WRITING.has(unit.type)) continue;
    const group = freeChoiceGroup(scan, unit);
    if (group) {
      scan.attached.add(unit);
      found.set(group, { ...found.get(group), other: unit });
      continue;
    }
    const text = commentText(scan, unit);
    if (text !== undefined) candidates.push({ unit, text });
  }
  for (const { unit } of candidates) scan.attached.add(unit);
  for (const candidate of candidates) {
    const question = questionOf(scan, candidate, candidates.length);
    if (question && !found.get(question)?.comment) found.set(question, { ...found.get(question), comment: candidate });
    else scan.attached.delete(candidate.unit);
  }
  return found;
}

/** The group whose "Other" a text field belongs to: it stands in the group, or in the label of that choice. */
function freeChoiceGroup(scan: Scan, unit: Unit): Unit | undefined {
  const before = scan.units
    .filter((other) => other.first < unit.first && other.choices.length > 1 && other.type !== 'select')
    .at(-1);
  const last = before?.choices.at(-1);
  if (!before || !last || unit.type === 'editor') return undefined;
  const label = attribute(unit.elements[0]!, 'aria-label') || attribute(unit.elements[0]!, 'placeholder');
  const isOther = isOtherLabel(last.text) || isOtherLabel(label);
  if (!isOther) return undefined;
  const around = parentOf(last.element);
  const near =
    holds(before.anchor, unit.anchor) ||
    (around && holds(around, unit.anchor)) ||
    closest(last.element, 'label')?.contains(unit.anchor);
  const adjacent =
    scan.units.indexOf(unit) === scan.units.indexOf(before) + 1 &&
    (!label || isOtherLabel(label)) &&
    sameBlock(scan, before, unit) &&
    unit.type === 'line';
  return near || adjacent ? before : undefined;
}

/** The label of a field that takes a comment; undefined: it takes an answer of its own. */
function commentText(scan: Scan, unit: Unit): string | undefined {
  const row = scan.rowOf(unit);
  const cell = row?.cells.find((candidate) => holds(candidate, unit.anchor));
  const heading = row && cell ? (row.headings[columnOf(row, cell)] ?? '') : '';
  if (isCommentLabel(heading) && scan.unitsIn(row!.element).length > 1) return heading;
  const name = ownWords(scan, unit);
  if (isCommentLabel(name.text)) return name.text;
  const placeholder = attribute(unit.elements[0]!, 'placeholder') || attribute(unit.elements[0]!, 'aria-placeholder');
  const isRowOnly = name.from === 'row' && (!heading || isAnswerLabel(heading));
  const isSilent = isRowOnly || name.from === 'none' || name.from === 'placeholder' || isAnswerLabel(name.text);
  if (isSilent && isCommentLabel(placeholder)) return placeholder;
  // No words of its own, right beside choices: what would be written there explains the choice.
  const before = scan.units[scan.units.indexOf(unit) - 1];
  if (isSilent && before && takesChoice(before) && !scan.linesBefore(unit).length && sameBlock(scan, before, unit)) {
    return placeholder || 'Comment';
  }
  return undefined;
}

function ownWords(scan: Scan, unit: Unit): Name {
  const lines = scan.linesBefore(unit);
  const last = lines.at(-1);
  const name = nameOf(scan, unit);
  if (name.from === 'label' && !isAnswerLabel(name.text)) return name;
  // The words right before it in the same block, before those of a row or a wider block.
  if (last && isCommentLabel(last.text)) return { text: last.text, from: 'block', lines: [last] };
  return lines.length ? name : { ...name, from: name.from === 'label' ? 'label' : 'none' };
}

/** Whether two units stand together, apart from all others. */
function sameBlock(scan: Scan, one: Unit, other: Unit): boolean {
  for (const outer of [...ancestorsOf(one)]) {
    if (!holds(outer, other.anchor)) continue;
    return scan.unitsIn(outer).every((unit) => unit === one || unit === other || scan.attached.has(unit));
  }
  return false;
}

function* ancestorsOf(unit: Unit): Generator<Element> {
  for (let at: Element | null = unit.anchor; at; at = parentOf(at)) yield at;
}

function questionOf(scan: Scan, { unit, text }: { unit: Unit; text: string }, comments: number): Unit | undefined {
  const before = scan.units
    .filter(
      (other) =>
        other.first < unit.first && !scan.attached.has(other) && other.type !== 'file' && other.type !== 'other',
    )
    .at(-1);
  if (!before) return undefined;
  const row = scan.rowOf(unit);
  if (row && holds(row.element, before.anchor)) return scan.unitsIn(row.element)[0];
  if (sameBlock(scan, before, unit)) return before;
  // In a flat list of fields, comments that come again and again belong to the question before each.
  return comments > 1 && isBareComment(text) && scan.linesBefore(unit).length < 2 ? before : undefined;
}
