import type { Translated } from '../catalogue.js';
import type { insights as english } from '../en/insights.js';

export const insights: Translated<typeof english> = {};
