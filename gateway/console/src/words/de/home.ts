import type { Translated } from '../catalogue.js';
import type { home as english } from '../en/home.js';

export const home: Translated<typeof english> = {};
