import type { BlockModel, FieldBlock } from '../model.js';
import type { UnplacedField } from './paragraph-builder.js';

/** A label above a field says no more than this. */
const LABEL_WORDS = 30;
const MADE_NAME = /[\p{Ll}\d]\p{Lu}|_|\p{L}\d/u;

/**
 * The label of a form field whose paragraph says nothing. A name that was made for a program ("RequestDate", "ctl_12") is shown to
 * nobody: the text right above labels the field then, and where there is none, the name is given in words.
 */
export function withShownLabel(field: UnplacedField, above: BlockModel | undefined): Omit<FieldBlock, 'index'> {
  const { nameOnly, ...block } = field;
  if (nameOnly !== true || block.type === 'checkbox') return block;
  const isMade = MADE_NAME.test(block.label) && !/\s/.test(block.label);
  if (above?.kind === 'paragraph' && above.heading === undefined && above.options === undefined) {
    if (plain(above.text) === plain(block.label)) return { ...block, label: '' };
    if (isMade && above.text.split(/\s+/).length <= LABEL_WORDS) return { ...block, label: '' };
  }
  return isMade ? { ...block, label: inWords(block.label) } : block;
}

const plain = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();

function inWords(name: string): string {
  const words = name
    .replace(/[_-]+/g, ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .trim();
  return /\p{L}{2}/u.test(words) ? words : name;
}
