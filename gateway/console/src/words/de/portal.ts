import type { Translated } from '../catalogue.js';
import type { portal as english } from '../en/portal.js';

export const portal: Translated<typeof english> = {};
