/** Words by which a question leans on the sentence before it. */
const LEANS = /\b(?:it|its|this|that|these|those|they|them|such|here|there)\b/i;

/**
 * Cuts a line of a mail into its questions and leaves out what is said before the first one ("Thanks for the call. Before we
 * sign, we need some answers. Do you …?"); a question that leans on the sentence before it keeps that one.
 */
export function questionsOfLine(text: string): string[] {
  const parts = splitQuestions(text);
  const [first = '', ...others] = parts;
  const sentences = first.split(/(?<=[.!][)"'”’]?\s)(?=[\p{Lu}¿])/u);
  const at = sentences.findIndex((sentence) => /[?？؟]/.test(sentence));
  if (at < 1) return parts;
  const own = sentences.slice(at).join('');
  const lead = LEANS.test(own) || own.trim().split(/\s+/).length < 4 ? 1 : 0;
  return [
    sentences
      .slice(at - lead)
      .join('')
      .trim(),
    ...others,
  ];
}

/**
 * Cuts a line that holds several questions: behind each question mark that ends a sentence. A condition or a request behind
 * the last question ("If yes, please describe.") stays with it; what stands in front of the first one stays with that.
 */
function splitQuestions(text: string): string[] {
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
