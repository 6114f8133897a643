import { withoutMarkup } from '@candor/runtime/plain-text';
import { textKey } from '../store/library.js';

/** Letters and digits alone, with a space at both ends: a quote is looked for word by word. */
export const quoteKey = (text: string): string => ` ${textKey(withoutMarkup(text))} `;
