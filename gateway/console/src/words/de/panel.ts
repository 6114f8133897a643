import type { Translated } from '../catalogue.js';
import type { panel as english } from '../en/panel.js';

export const panel: Translated<typeof english> = {};
