import type { Translated } from '../catalogue.js';
import type { api as english } from '../en/api.js';

export const api: Translated<typeof english> = {};
