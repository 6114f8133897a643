import type { XmlTag } from '../xml/scanner.js';
import { isOn } from './styles.js';

/** A content control or legacy form field while it is read. */
export interface FormField {
  name: string;
  title: string;
  /** `plain` wraps content without asking for input (rich text with content, groups, repeating sections, galleries). */
  type: 'text' | 'checkbox' | 'choice' | 'date' | 'plain';
  options: string[];
  checked: boolean;
  value: string;
  /** Text that the field came with. */
  standard: string;
  /** The content is a prompt ("Click here to enter text"), not a value. */
  showsPlaceholder: boolean;
  /** The first item of a list, where it has no text to show of its own. */
  untitled: string;
  /** Content that Word builds, such as a table of contents. */
  contents: boolean;
}

export function newField(type: FormField['type']): FormField {
  return {
    name: '',
    title: '',
    type,
    options: [],
    checked: false,
    value: '',
    standard: '',
    showsPlaceholder: false,
    untitled: '',
    contents: false,
  };
}

/** Reads one element of a content control's properties (`w:sdtPr`, ECMA-376 17.5.2). */
export function readControlProperty(field: FormField, name: string, tag: XmlTag): void {
  const value = tag.attribute('w:val');
  if (name === 'w:alias') field.title = value ?? '';
  else if (name === 'w:tag' && field.title === '') field.title = value ?? '';
  else if (name === 'w:id') field.name = `sdt:${value ?? ''}`;
  else if (name === 'w:showingPlcHdr') field.showsPlaceholder = isOn(value);
  else if (name === 'w:text') field.type = 'text';
  else if (name === 'w:date') field.type = 'date';
  else if (name === 'w:dropDownList' || name === 'w:comboBox') field.type = 'choice';
  else if (name === 'w:listItem') addListItem(field, tag);
  else if (name === 'w14:checkbox') field.type = 'checkbox';
  else if (name === 'w14:checked') field.checked = isOn(tag.attribute('w14:val'));
  else if (name === 'w:docPartGallery') field.contents = /table of contents/i.test(value ?? '');
}

/** A list item with an empty value is the prompt ("Choose an item."), not a choice. */
function addListItem(field: FormField, tag: XmlTag): void {
  const itemValue = tag.attribute('w:value');
  const text = tag.attribute('w:displayText');
  const shown = (text ?? itemValue ?? '').trim();
  // Where others have a text to show, a first item without one is the prompt, too.
  if (text === undefined && field.options.length === 0) field.untitled = shown;
  else if (text !== undefined && field.untitled !== '' && field.options[0] === field.untitled) field.options.shift();
  if (text !== undefined) field.untitled = '';
  if (itemValue !== '' && shown !== '') field.options.push(shown);
}

/** Reads one element of a legacy form field (`w:ffData`, ECMA-376 17.16.17). */
export function readLegacyProperty(field: FormField, name: string, tag: XmlTag): void {
  const value = tag.attribute('w:val');
  if (name === 'w:name') field.name = `field:${value ?? ''}`;
  else if (name === 'w:checkBox') field.type = 'checkbox';
  else if (name === 'w:ddList') field.type = 'choice';
  else if (name === 'w:textInput') field.type = 'text';
  else if (name === 'w:listEntry') field.options.push((value ?? '').trim());
  else if (name === 'w:type' && value === 'date') field.type = 'date';
  else if (name === 'w:default' || name === 'w:checked' || name === 'w:result') {
    if (field.type === 'checkbox') field.checked = isOn(value);
    // What the list shows before anybody chose (`w:default`, or its first entry) is no choice.
    else if (field.type === 'choice' && name === 'w:result') field.value = value ?? '0';
    else if (field.type === 'text' && name === 'w:default') field.standard = value ?? '';
  }
}

/** The list's chosen entry, once all entries are known: `value` held its index, '' when nobody chose. */
export function resolveLegacyChoice(field: FormField): void {
  if (field.type !== 'choice') return;
  field.value = field.value === '' ? '' : (field.options[Number(field.value)] ?? '');
  field.options = field.options.filter((option) => option !== '');
}
