import { settle } from './events.js';
import { choiceFor } from './match.js';
import type { Field } from './questions.js';
import { closest } from './tree.js';
import type { FillResult, GivenAnswer, ReadValue, UndoResult, Written } from './types.js';
import type { Unit } from './units.js';
import { isEmpty, isSame, valueOf } from './values.js';
import { isOtherLabel } from './words/index.js';
import { emptyDateParts, KEEPS_RADIO, putText, select, unchoose, write, type Refusal } from './writing.js';
import { writeEditor } from './editors.js';

/** What a field held before, and what it held right after it was filled. */
export interface FilledField {
  wrote: Written;
  before: Before;
  after: { value: string | string[]; comment?: string | string[]; other?: string | string[] };
}

interface Before {
  value: string | string[];
  selected: Element[];
  selectedIndex: number;
}

interface Circumstances {
  isTouched: boolean;
  /** The person pressed Fill beside this very field: one that they emptied may be filled again. */
  isAskedByPerson: boolean;
  before: FilledField | undefined;
  /** The field as the page has it now: choosing may draw it anew, or bring its comment. */
  fresh: () => Field | undefined;
}

const refuse = (key: string, { status, message }: Refusal): { result: FillResult } => ({
  result: { key, status, message },
});

/** Fills one question if nothing stands there that a person put in. */
export async function fillField(
  field: Field,
  answer: GivenAnswer,
  { isTouched, isAskedByPerson, before, fresh }: Circumstances,
): Promise<{ result: FillResult; filled?: FilledField }> {
  const { question, unit } = field;
  const { key, kind } = question;
  if (kind === 'file')
    return refuse(key, { status: 'not_fillable', message: 'This question needs a file. Attach it yourself.' });
  if (kind === 'identity')
    return refuse(key, { status: 'not_fillable', message: 'This field asks for your contact data. Fill it yourself.' });
  const now = valueOf(unit);
  const isOurs = before !== undefined && isSame(now, before.after.value);
  const isEmptied = isAskedByPerson && isEmpty(now);
  if (before && !isOurs && !isEmptied)
    return refuse(key, { status: 'changed_by_person', message: 'You changed this field. It is left as it is.' });
  if (!isOurs && (!isEmpty(now) || (field.other && !isEmpty(valueOf(field.other))))) {
    return refuse(key, { status: 'already_filled', message: 'This field is filled already. It is left as it is.' });
  }
  if (isTouched && !isEmptied)
    return refuse(key, { status: 'changed_by_person', message: 'You changed this field. It is left as it is.' });
  if (isOurs)
    return refuse(key, {
      status: 'already_filled',
      message: 'Candor has filled this field already. Undo it first to fill it anew.',
    });
  const state = stateOf(unit);
  const value = answer.other !== undefined && field.other ? otherChoice(unit, answer.value) : answer.value;
  const refusal = await write(unit, value, question.maxLength);
  if (refusal) return refuse(key, refusal);
  const wrote: Written = { value: answer.value };
  const after: FilledField['after'] = { value: '' };
  const notes: string[] = [];
  const drawn = fresh() ?? field;
  if (answer.other !== undefined && drawn.other) {
    const failed = await write(drawn.other, answer.other);
    if (failed) notes.push(`The free choice was not written: ${failed.message}`);
  }
  if (answer.comment) {
    const note = await addComment(fresh() ?? drawn, answer.comment);
    if (note) notes.push(note);
    else wrote.comment = answer.comment;
  }
  const last = fresh() ?? drawn;
  after.value = valueOf(last.unit);
  if (wrote.comment !== undefined && last.comment) after.comment = valueOf(last.comment);
  if (last.other) after.other = valueOf(last.other);
  const result: FillResult = { key, status: 'filled', message: notes.join(' ') || 'Filled.', wrote };
  return { result, filled: { wrote, before: state, after } };
}

/** The choices with the free one, which takes what none of them says. */
function otherChoice(unit: Unit, value: string | string[]): string | string[] {
  const options = unit.choices.map(({ text }) => text);
  const free = options.find((text) => isOtherLabel(text)) ?? options.at(-1) ?? '';
  const known = (typeof value === 'string' ? [value] : value).filter(
    (text) => choiceFor(text, options) !== undefined && text !== free,
  );
  return unit.multiple ? [...known, free] : free;
}

async function addComment({ comment, question }: Field, text: string): Promise<string | undefined> {
  if (!comment) return 'The question has no field for a comment.';
  if (!isEmpty(valueOf(comment))) return 'The comment is filled already and was left as it is.';
  const refusal = await write(comment, text, question.comment?.maxLength);
  return refusal && `The comment was not written: ${refusal.message}`;
}

const stateOf = (unit: Unit): Before => {
  const list = unit.elements[0] as HTMLSelectElement;
  return {
    value: valueOf(unit),
    selected: unit.type === 'select' ? [...list.selectedOptions] : [],
    selectedIndex: unit.type === 'select' ? list.selectedIndex : -1,
  };
};

/** Restores what a field held before it was filled, unless a person changed it since. */
export async function undoField(field: Field, filled: FilledField, isTouched: boolean): Promise<UndoResult> {
  const { key } = field.question;
  const { unit, block, comment, other } = field;
  const isChanged =
    isTouched ||
    !isSame(valueOf(unit), filled.after.value) ||
    (filled.after.comment !== undefined && comment !== undefined && !isSame(valueOf(comment), filled.after.comment)) ||
    (filled.after.other !== undefined && other !== undefined && !isSame(valueOf(other), filled.after.other));
  if (isChanged)
    return { key, status: 'changed_by_person', message: 'You changed this field since. It is left as it is.' };
  if (unit.type === 'radio' && unit.elements[0]!.localName === 'input' && closest(unit.anchor, KEEPS_RADIO)) {
    return {
      key,
      status: 'not_taken',
      message: 'This form cannot take a radio button back. Choose another one yourself.',
    };
  }
  const rest = [filled.after.comment !== undefined && comment, !isEmpty(filled.after.other ?? '') && other].filter(
    (part) => part !== undefined && part !== false,
  );
  const done: boolean[] = [];
  for (const part of rest) done.push(await empty(part));
  done.push(await restore(unit, block, filled.before));
  return done.every(Boolean)
    ? { key, status: 'undone', message: 'As it was before.' }
    : { key, status: 'not_taken', message: 'The page did not take it back. Change the field yourself.' };
}

async function empty(unit: Unit): Promise<boolean> {
  if (unit.type === 'editor') return writeEditor(unit.elements[0]!, '');
  putText(unit.elements[0]!, '');
  await settle();
  return isEmpty(valueOf(unit));
}

async function restore(unit: Unit, block: Element, before: Before): Promise<boolean> {
  if (isSame(valueOf(unit), before.value)) return true;
  switch (unit.type) {
    case 'editor':
    case 'line':
    case 'area':
    case 'number':
    case 'date':
      return empty(unit);
    case 'dateparts':
      emptyDateParts(unit);
      await settle();
      return isEmpty(valueOf(unit));
    case 'select': {
      const list = unit.elements[0] as HTMLSelectElement;
      const selected = before.selected.filter((option) => option.isConnected);
      select(list, selected.length || before.selectedIndex < 0 ? selected : [list.options[before.selectedIndex]!]);
      await settle();
      return isSame(valueOf(unit), before.value);
    }
    default:
      return unchoose(unit, block);
  }
}

/** What stands in a field now, and whether it is what the engine wrote. */
export function valuesOf({ question, unit, comment }: Field, filled: FilledField | undefined): ReadValue {
  const value = valueOf(unit);
  const added = comment ? valueOf(comment) : '';
  const written = filled !== undefined && isSame(value, filled.after.value) && (filled.after.comment ?? '') === added;
  return { key: question.key, value, ...(typeof added === 'string' && added && { comment: added }), written };
}
