import type { Translated } from '../catalogue.js';
import type { corrections as english } from '../en/corrections.js';

export const corrections: Translated<typeof english> = {};
