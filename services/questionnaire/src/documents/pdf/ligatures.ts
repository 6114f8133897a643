/** Words of which a font's missing ligature cuts a part, by the ligature; "_" is the gap. */
const PATTERNS: readonly [RegExp, string][] = [
  [/^(?:o|tra|su|e|di)_(?:ice|ic|icient|iciency|icult)/i, 'ffi'],
  [/^(?:o|e|di|sta|a|bu|co)_(?:er|ect|ord|ee|$)/i, 'ff'],
  [/_(?:ow|ag|at|oor|oat|ood|uid|ux|uen|ash|exib|ict|y)/i, 'fl'],
];

/**
 * Some PDFs give no character for the ligatures of their font: a NUL stands where a person sees "fi". Which one it was
 * follows from the letters around it; most are "fi".
 */
export function restoreLigatures(text: string): string {
  if (!text.includes('\u0000')) return text;
  return text.replace(/[\p{L}\u0000]+/gu, (run) => {
    const [first = '', ...rest] = run.split('\u0000');
    return first + rest.map((after, i) => ligatureBetween(i === 0 ? first : '', after) + after).join('');
  });
}

function ligatureBetween(before: string, after: string): string {
  const word = `${before}_${after}`;
  return PATTERNS.find(([pattern]) => pattern.test(word))?.[1] ?? 'fi';
}
