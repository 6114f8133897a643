/**
 * Cuts a line that holds several questions: behind each question mark that ends a sentence. A condition or a request behind
 * the last question ("If yes, please describe.") stays with it; what stands in front of the first one stays with that.
 */
export function splitQuestions(text: string): string[] {
  const marks = [...text.matchAll(/[?？؟]["'”’»)\]]*(?=\s|$)/gu)];
  if (marks.length < 2) return [text];
  const parts: string[] = [];
  let from = 0;
  for (const [i, mark] of marks.entries()) {
    const end = i === marks.length - 1 ? text.length : mark.index + mark[0].length;
    const part = text.slice(from, end).trim();
    if (part !== '') parts.push(part);
    from = end;
  }
  return parts;
}
