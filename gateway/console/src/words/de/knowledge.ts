import type { Translated } from '../catalogue.js';
import type { knowledge as english } from '../en/knowledge.js';

export const knowledge: Translated<typeof english> = {};
