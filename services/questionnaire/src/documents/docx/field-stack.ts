import type { XmlTag } from '../xml/scanner.js';
import {
  newField,
  readControlProperty,
  readLegacyProperty,
  resolveLegacyChoice,
  type FormField,
} from './form-fields.js';

interface OpenControl {
  field: FormField;
  /** Its content is the value of a field block, not text of the document around it. */
  isBlock: boolean;
}

/** Content controls and legacy form fields that are open at one place of the document. */
export class FieldStack {
  readonly #controls: OpenControl[] = [];
  #inControlProperties = false;
  /** Legacy fields by nesting; undefined for fields that are no form fields. */
  readonly #legacy: (FormField | undefined)[] = [];
  #legacyData: FormField | undefined;
  /** How often each name was met. */
  readonly #names = new Map<string, number>();
  #lastName: string | undefined;

  /** Takes an element that belongs to the data of a field; false when it belongs to the document. */
  takesProperty(name: string, tag: XmlTag): boolean {
    const control = this.#controls[this.#controls.length - 1];
    if (this.#inControlProperties && control !== undefined) readControlProperty(control.field, name, tag);
    else if (this.#legacyData !== undefined) readLegacyProperty(this.#legacyData, name, tag);
    else return false;
    return true;
  }

  openControl(): void {
    this.#controls.push({ field: newField('plain'), isBlock: false });
  }

  openControlProperties(): void {
    this.#inControlProperties = this.#controls.length > 0;
  }

  /** The control whose properties end here, when it asks for input; `makeBlock` then decides where its value goes. */
  closeControlProperties(): FormField | undefined {
    const field = this.#controls[this.#controls.length - 1]?.field;
    this.#inControlProperties = false;
    if (field === undefined) return undefined;
    field.name = this.#nameApart(field.name === '' ? 'sdt:' : field.name);
    if (field.type === 'plain' && field.showsPlaceholder) field.type = 'text';
    return field.type === 'plain' || field.type === 'checkbox' ? undefined : field;
  }

  makeBlock(): void {
    const control = this.#controls[this.#controls.length - 1];
    if (control !== undefined) control.isBlock = true;
  }

  /** Ends a control; its field when it stands as a block of its own. */
  closeControl(): FormField | undefined {
    const control = this.#controls.pop();
    return control?.isBlock === true ? control.field : undefined;
  }

  fieldCharacter(type: string | undefined): void {
    if (type === 'begin') this.#legacy.push(undefined);
    else if (type === 'end') this.#legacy.pop();
  }

  openLegacyData(): void {
    this.#legacyData = newField('plain');
  }

  /** The legacy form field whose data ends here. */
  closeLegacyData(): FormField | undefined {
    const field = this.#legacyData;
    this.#legacyData = undefined;
    if (field === undefined) return undefined;
    field.name = this.#nameApart(field.name === '' ? 'field:' : field.name);
    if (field.type === 'plain') return undefined;
    resolveLegacyChoice(field);
    return field;
  }

  /** The name given to the field whose data ended last, once. */
  takeName(): string | undefined {
    const name = this.#lastName;
    this.#lastName = undefined;
    return name;
  }

  /** Names are missing or the same where fields were copied: then their order tells them apart ("field:~1", "field:Text1~2"). */
  #nameApart(name: string): string {
    const count = (this.#names.get(name) ?? 0) + 1;
    this.#names.set(name, count);
    return (this.#lastName = count === 1 && !name.endsWith(':') ? name : `${name}~${count}`);
  }

  /** The text up to the end of the innermost field is this field's value. */
  collectInto(field: FormField): void {
    this.#legacy[this.#legacy.length - 1] = field;
  }

  /** Whether the text at this place is in something that Word builds, such as a table of contents. */
  get inContents(): boolean {
    return this.#controls.some(({ field }) => field.contents);
  }

  /** Where text goes: into a field, nowhere (a prompt), or into the document (undefined). */
  sink(inCell: boolean): FormField | 'nowhere' | undefined {
    const control = this.#controls.findLast(({ field }) => field.type !== 'plain');
    if (control?.isBlock === true) return control.field;
    if (this.#controls.some(({ field }) => field.showsPlaceholder && field.type !== 'checkbox')) return 'nowhere';
    return inCell ? undefined : this.#legacy[this.#legacy.length - 1];
  }
}
