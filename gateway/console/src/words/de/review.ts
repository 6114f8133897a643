import type { Translated } from '../catalogue.js';
import type { review as english } from '../en/review.js';

export const review: Translated<typeof english> = {};
