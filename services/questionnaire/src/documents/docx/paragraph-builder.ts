import { findCheckBoxes } from '../check-boxes.js';
import type { FieldBlock, ParagraphBlock } from '../model.js';
import type { FormField } from './form-fields.js';

type Segment = string | FormField;

/** A block whose place in the document is not known yet. */
export type UnplacedBlock = Omit<ParagraphBlock, 'index'> | UnplacedField;

/** A form field; `nameOnly`: its label is the name of its control, which the page does not show. */
export type UnplacedField = Omit<FieldBlock, 'index'> & { nameOnly?: true };

/** Collects one paragraph: its text, its weight, and the fields in it. */
export class ParagraphBuilder {
  number: string | undefined;
  heading: number | undefined;
  listLevel: number | undefined;
  contents = false;
  /** The bullet in front of it is an empty box. */
  boxed = false;
  /** The paragraph's mark is deleted by a tracked change: it runs on into the next paragraph. */
  markDeleted = false;
  readonly #segments: Segment[] = [];
  #characters = 0;
  #boldCharacters = 0;
  #fontSize = 0;

  add(text: string, bold: boolean, fontSize: number | undefined): void {
    const last = this.#segments.length - 1;
    if (typeof this.#segments[last] === 'string') this.#segments[last] += text;
    else this.#segments.push(text);
    const shown = text.replace(/\s/g, '').length;
    this.#characters += shown;
    if (bold) this.#boldCharacters += shown;
    if (shown > 0 && fontSize !== undefined) this.#fontSize = Math.max(this.#fontSize, fontSize);
  }

  addField(field: FormField): void {
    this.#segments.push(field);
  }

  /** Takes over the content of a paragraph that ran on into this one. */
  continueFrom(other: ParagraphBuilder): void {
    this.#segments.unshift(...other.#segments);
    this.#characters += other.#characters;
    this.#boldCharacters += other.#boldCharacters;
    this.#fontSize = Math.max(this.#fontSize, other.#fontSize);
    this.number ??= other.number;
  }

  get text(): string {
    return this.#segments.map((segment) => (typeof segment === 'string' ? segment : '')).join('');
  }

  get bold(): boolean {
    return this.#characters > 0 && this.#boldCharacters === this.#characters;
  }

  get isEmpty(): boolean {
    return this.#characters === 0 && this.#fields.length === 0;
  }

  get #fields(): FormField[] {
    return this.#segments.filter((segment): segment is FormField => typeof segment !== 'string');
  }

  /** Blocks of a paragraph outside tables: the paragraph, or its form fields with the text around them as labels. */
  blocks(): UnplacedBlock[] {
    const fields = this.#fields;
    if (fields.length > 0) return fields.length === 1 ? [this.#singleField(fields[0]!)] : this.#severalFields();
    const text = this.text.trim();
    const boxes = findCheckBoxes(text);
    const block: Omit<ParagraphBlock, 'index'> = {
      kind: 'paragraph',
      text: boxes?.before === undefined || boxes.before === '' ? text : boxes.before,
    };
    if (this.number !== undefined) block.number = this.number;
    if (this.heading !== undefined) block.heading = this.heading;
    if (this.listLevel !== undefined) block.listLevel = this.listLevel;
    if (this.bold) block.bold = true;
    if (this.#fontSize > 0) block.fontSize = this.#fontSize;
    if (this.contents) block.contents = true;
    if (this.boxed) block.boxed = true;
    if (boxes !== undefined) block.options = boxes.options;
    if (boxes !== undefined && boxes.checked.length > 0) block.checked = boxes.checked;
    return [block];
  }

  #singleField(field: FormField): UnplacedField {
    const label = this.#segments.map((segment) => (typeof segment === 'string' ? segment.trim() : ' … ')).join('');
    return this.#fieldBlock(field, label.replace(/^ … | … $/g, ''), this.number);
  }

  #severalFields(): UnplacedField[] {
    let label = '';
    let number = this.number;
    const blocks: UnplacedField[] = [];
    for (const segment of this.#segments) {
      if (typeof segment === 'string') {
        label += segment;
        continue;
      }
      blocks.push(this.#fieldBlock(segment, label, number));
      label = '';
      number = undefined;
    }
    const last = blocks[blocks.length - 1];
    if (last !== undefined && label.trim() !== '') last.label = `${last.label} … ${label.trim()}`.trim();
    return blocks;
  }

  #fieldBlock(field: FormField, label: string, number: string | undefined): UnplacedField {
    const type = field.type === 'plain' ? 'text' : field.type;
    const shown = label.trim() === '' ? field.title : label.trim();
    const untouched = field.showsPlaceholder || field.value.trim() === field.standard.trim();
    const value = untouched ? '' : field.value.trim();
    const block: UnplacedField = {
      kind: 'field',
      name: field.name,
      label: shown,
      type,
      options: field.options,
      value,
    };
    if (number !== undefined) block.number = number;
    if (label.trim() === '' && shown !== '') block.nameOnly = true;
    return block;
  }
}
