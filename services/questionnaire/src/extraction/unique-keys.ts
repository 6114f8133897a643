import type { ExtractedSheet } from './result.js';

/**
 * Gives every question of a document a key of its own: of two with one key, the later becomes "p12#2". Ids are derived from
 * keys alone, so that a second question with the same key would be lost when it is stored.
 */
export function withUniqueKeys(sheets: ExtractedSheet[]): ExtractedSheet[] {
  const taken = new Set(sheets.flatMap((sheet) => sheet.questions.map(({ key }) => key)));
  const seen = new Set<string>();
  for (const question of sheets.flatMap((sheet) => sheet.questions)) {
    if (seen.has(question.key)) question.key = freeKey(question.key, taken);
    seen.add(question.key);
    taken.add(question.key);
  }
  return sheets;
}

function freeKey(key: string, taken: ReadonlySet<string>): string {
  const place = key.replace(/#\d+$/, '');
  let count = 2;
  while (taken.has(`${place}#${count}`)) count++;
  return `${place}#${count}`;
}
