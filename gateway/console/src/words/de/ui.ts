import type { Translated } from '../catalogue.js';
import type { ui as english } from '../en/ui.js';

export const ui: Translated<typeof english> = {};
