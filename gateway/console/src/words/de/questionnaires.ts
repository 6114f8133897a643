import type { Translated } from '../catalogue.js';
import type { questionnaires as english } from '../en/questionnaires.js';

export const questionnaires: Translated<typeof english> = {};
