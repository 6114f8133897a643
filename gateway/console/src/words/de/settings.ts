import type { Translated } from '../catalogue.js';
import type { settings as english } from '../en/settings.js';

export const settings: Translated<typeof english> = {};
