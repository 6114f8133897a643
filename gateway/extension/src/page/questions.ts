import { toldApart } from './apart.js';
import { attachFields, type Attached } from './attach.js';
import { labelsOf, named } from './controls.js';
import { isDateText } from './dates.js';
import { keysOf } from './keys.js';
import { cleaned } from './name-words.js';
import { nameOf, type Name } from './naming.js';
import { isIdentityUnit, isNoQuestion } from './purposes.js';
import { Scan } from './scan.js';
import { attribute, closest, holds, textOf } from './tree.js';
import type { CommentField, FoundQuestion, QuestionKind } from './types.js';
import type { Unit } from './units.js';
import { isEmpty, OFF, ON, valueOf } from './values.js';
import { isCount, isNothingChosen, isRequiredMark } from './words/index.js';

/** A question with the controls that take its answer. */
export interface Field {
  question: FoundQuestion;
  unit: Unit;
  /** The largest element around its controls that holds no other question. */
  block: Element;
  comment?: Unit;
  other?: Unit;
}

/** What the page asks now. */
export interface Reading {
  fields: Field[];
  byKey: Map<string, Field>;
  scan: Scan;
}

const LONGEST_TEXT = 4_000;
const LONGEST_HELP = 1_000;

/** Finds the questions that are in the page now, in the order of reading. */
export function readQuestions(document: Document, places?: ReadonlyMap<string, string>): Reading {
  const scan = new Scan(document);
  const attached = attachFields(scan);
  const names = toldApart(
    new Map(scan.units.filter((unit) => !scan.attached.has(unit)).map((unit) => [unit, nameOf(scan, unit)])),
  );
  const asked = [...names].filter(([unit, name]) => name.text && !isNoQuestion(scan, unit, name.text));
  const used = new Set(asked.flatMap(([, { lines }]) => lines.map(({ at }) => at)));
  const fields = asked.map(([unit, name]) => fieldOf(scan, unit, name, attached.get(unit), used));
  const keys = keysOf(fields, places);
  fields.forEach(({ question }, index) => (question.key = keys[index]!));
  return { fields, byKey: new Map(fields.map((field) => [field.question.key, field])), scan };
}

function fieldOf(scan: Scan, unit: Unit, name: Name, more: Attached | undefined, used: ReadonlySet<number>): Field {
  const kind = isIdentityUnit(unit, name.text) ? 'identity' : kindOf(unit);
  const section = sectionOf(scan, unit, name, used);
  const help = helpOf(unit, name);
  const options = optionsOf(unit);
  const question: FoundQuestion = {
    key: '',
    text: name.text.slice(0, LONGEST_TEXT),
    ...(name.number && { number: name.number }),
    ...(help && { help: help.slice(0, LONGEST_HELP) }),
    ...(section && { section: section.slice(0, 300) }),
    kind,
    ...(options && { options }),
    ...(more?.other && { other: true }),
    required: isRequired(unit, name),
    filled: !isEmpty(valueOf(unit)) || (!!more?.other && !isEmpty(valueOf(more.other))),
    ...bounds(unit),
    ...(more?.comment && { comment: commentOf(more.comment) }),
  };
  return {
    question,
    unit,
    block: scan.blockOf(unit),
    ...(more?.comment && { comment: more.comment.unit }),
    ...(more?.other && { other: more.other }),
  };
}

const commentOf = ({ unit, text }: { unit: Unit; text: string }): CommentField => ({
  text: cleaned(text).text,
  filled: !isEmpty(valueOf(unit)),
  required: isRequiredElement(unit.elements[0]!),
  ...(bounds(unit).maxLength !== undefined && { maxLength: bounds(unit).maxLength! }),
});

function kindOf(unit: Unit): QuestionKind {
  switch (unit.type) {
    case 'area':
      return 'long_text';
    case 'editor':
      return 'rich_text';
    case 'number':
    case 'date':
    case 'file':
      return unit.type;
    case 'dateparts':
      return 'date';
    case 'line':
      return isDateText(unit.elements[0]!) ? 'date' : 'text';
    default:
      return unit.multiple ? 'multiple_choice' : 'single_choice';
  }
}

function optionsOf(unit: Unit): string[] | undefined {
  if (unit.type === 'switch' || (unit.type === 'check' && unit.elements.length === 1)) return [ON, OFF];
  const texts = unit.choices.map(({ text }) => text).filter((text) => !isNothingChosen(text));
  return texts.length ? texts : undefined;
}

function bounds(unit: Unit): Pick<FoundQuestion, 'maxLength' | 'min' | 'max'> {
  const element = unit.elements[0]!;
  const limit = Number(attribute(element, 'maxlength') || attribute(element, 'data-maxlength'));
  const writes = unit.type === 'line' || unit.type === 'area' || unit.type === 'editor';
  const ranges = unit.type === 'number' || unit.type === 'date';
  return {
    ...(writes && limit > 0 && limit < 1_000_000 && { maxLength: limit }),
    ...(ranges && attribute(element, 'min') && { min: attribute(element, 'min') }),
    ...(ranges && attribute(element, 'max') && { max: attribute(element, 'max') }),
  };
}

function helpOf(unit: Unit, name: Name): string {
  const group = closest(unit.anchor, '[aria-describedby]');
  const described = [
    ...named(unit.elements[0]!, 'aria-describedby'),
    ...(group && group !== unit.elements[0] && unit.elements.length > 1 ? named(group, 'aria-describedby') : []),
  ]
    .map((element) => textOf(element))
    .filter((text) => text && !isRequiredMark(text) && text !== name.text && !isCount(text));
  return [...new Set(described)].join(' ') || (name.help ?? '');
}

function sectionOf(scan: Scan, unit: Unit, name: Name, used: ReadonlySet<number>): string | undefined {
  const headings = scan.walk.lines.filter(
    (line) =>
      line.heading > 0 &&
      line.at < unit.first &&
      !used.has(line.at) &&
      !scan.ownerOf(line) &&
      !isSaidBy(name, line.text) &&
      !isInOtherBlock(scan, line.block, unit),
  );
  return headings.at(-1)?.text;
}

/** Whether a heading is what the name says, or begins with. */
const isSaidBy = ({ text }: Name, heading: string): boolean => {
  const said = cleaned(heading).text;
  return text === said || text.startsWith(`${said}:`);
};

/** A legend belongs to its own fieldset only. */
function isInOtherBlock(scan: Scan, block: Element, unit: Unit): boolean {
  if (block.localName !== 'legend') return false;
  const fieldset = block.closest('fieldset');
  return !!fieldset && (!holds(fieldset, unit.anchor) || scan.unitsIn(fieldset).length < 2);
}

const isRequiredElement = (element: Element): boolean =>
  (element as HTMLInputElement).required || attribute(element, 'aria-required') === 'true';

function isRequired(unit: Unit, name: Name): boolean {
  if (name.isRequired || unit.elements.some(isRequiredElement)) return true;
  const group = closest(unit.anchor, '[role=radiogroup], [role=group], fieldset');
  if (group && attribute(group, 'aria-required') === 'true') return true;
  const legend = group?.querySelector(':scope > legend');
  const labels =
    unit.elements.length > 1
      ? named(group ?? unit.anchor, 'aria-labelledby')
      : [...labelsOf(unit.elements[0]!), ...named(unit.elements[0]!, 'aria-labelledby')];
  const said = [
    ...labels,
    ...name.lines.map(({ block }) => block),
    ...(legend && unit.elements.length > 1 ? [legend] : []),
  ];
  return said.some((element) => cleaned(element.textContent).isRequired === true);
}
