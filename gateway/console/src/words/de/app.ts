import type { Translated } from '../catalogue.js';
import type { app as english } from '../en/app.js';

export const app: Translated<typeof english> = {
  language: 'Sprache',
};
