/** Characters that separate fields in practice, the likeliest first. */
const CANDIDATES = [',', ';', '\t', '|'] as const;
const SAMPLE_CHARACTERS = 64 * 1024;
const SAMPLE_RECORDS = 200;

/**
 * Finds the field separator of a CSV text: the one that splits most records into the same number of fields. Excel's own
 * "sep=;" line decides when it is there. '' when no character separates fields: the file has one column.
 */
export function sniffDelimiter(text: string): string {
  const stated = /^sep=(.)\r?\n/i.exec(text);
  if (stated?.[1] !== undefined) return stated[1];
  let best = '';
  let bestScore = 0;
  for (const delimiter of CANDIDATES) {
    const score = consistency(fieldCounts(text, delimiter)) * (delimiter === ',' && mostlyPunctuation(text) ? 0.5 : 1);
    if (score > bestScore + 1e-9) [best, bestScore] = [delimiter, score];
  }
  return best;
}

/** Numbers of fields of the first records. Quotes count as quotes only where a field begins. */
function fieldCounts(text: string, delimiter: string): number[] {
  const counts: number[] = [];
  const end = Math.min(text.length, SAMPLE_CHARACTERS);
  let fields = 1;
  let fieldStart = true;
  let quoted = false;
  let recordStart = 0;
  for (let i = 0; i < end && counts.length < SAMPLE_RECORDS; i++) {
    const character = text[i]!;
    if (quoted) {
      if (character !== '"') continue;
      if (text[i + 1] === '"') i++;
      else quoted = false;
    } else if (character === '"' && fieldStart) {
      quoted = true;
      fieldStart = false;
    } else if (character === delimiter) {
      fields++;
      fieldStart = true;
    } else if (character === '\n' || character === '\r') {
      if (text.slice(recordStart, i).trim() !== '') counts.push(fields);
      if (character === '\r' && text[i + 1] === '\n') i++;
      recordStart = i + 1;
      fields = 1;
      fieldStart = true;
    } else if (character !== ' ') fieldStart = false;
  }
  if (end === text.length && !quoted && text.slice(recordStart).trim() !== '') counts.push(fields);
  return counts;
}

/** Share of the records that have the usual number of fields, a little more for more fields; 0 when that number is one. */
function consistency(counts: readonly number[]): number {
  const frequencies = new Map<number, number>();
  for (const count of counts) frequencies.set(count, (frequencies.get(count) ?? 0) + 1);
  let usual = 1;
  let most = 0;
  for (const [count, frequency] of frequencies)
    if (frequency > most || (frequency === most && count > usual)) [usual, most] = [count, frequency];
  if (usual < 2) {
    // Sparse files may have more title and note lines than records; what repeats with several fields still counts a little.
    const several = counts.filter((count) => count > 2).length;
    return several >= 2 ? (several / counts.length) * 0.3 : 0;
  }
  return most / counts.length + Math.min(usual, 20) / 200;
}

/** Whether most commas stand in numbers ("1,5") or in sentences ("a, b") rather than between fields. */
function mostlyPunctuation(text: string): boolean {
  const sample = text.slice(0, SAMPLE_CHARACTERS).replace(/"[^"]*"/g, '""');
  const commas = sample.match(/,/g)?.length ?? 0;
  const punctuation = sample.match(/\d,(?=\d)|,(?= )/g)?.length ?? 0;
  return punctuation > commas * 0.6;
}
