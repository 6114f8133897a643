import type { TextModel } from '../../documents/model.js';
import type { ExtractionResult } from '../result.js';

export function extractText(_model: TextModel): ExtractionResult {
  return { sheets: [], warnings: [] };
}
