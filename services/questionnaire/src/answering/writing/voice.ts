/**
 * A rule of a policy said as what we do: "Backups must be encrypted" → "Backups are encrypted". Only forms whose turn is
 * certain are turned; all else stays as the evidence has it.
 */
export function asPractice(text: string): string {
  return text.replace(
    /(\b[\p{L}’'-]+(?:\)|”|")?) (?:must|shall|should|will need to) (?:always |also )?(not |never )?be(?= [\p{L}-]+(?:ed|en|wn|ne|pt|ld|nt|ept|ade|one|ut|et|ound|ought)\b)/giu,
    (_match, subject: string, never: string | undefined) =>
      `${subject} ${isPlural(subject) ? 'are' : 'is'}${never === undefined ? '' : ' not'}`,
  );
}

const ALWAYS_PLURAL = /^(?:we|they|you|staff|personnel|people|data|media|these|those|all|both)$/i;

function isPlural(word: string): boolean {
  const plain = word.replace(/[^\p{L}]/gu, '');
  return ALWAYS_PLURAL.test(plain) || (/s$/i.test(plain) && !/(?:ss|us|is|access|process)$/i.test(plain));
}

/** A clause as a sentence: first letter large, a full stop at its end, no marks of the document around it. */
export function asSentence(text: string): string {
  const clean = text
    .replace(/^(?:[*•\-–—](?=\s)|>(?!\s*[\d.,$€£])|\s)+/, '')
    .trimEnd()
    .replace(/^§\s?\d[\d.]*:?\s*|^\d{1,3}(?:\.\d{1,3})+\.?\s+(?=\p{L})/u, '')
    .replace(/[,;:]$/, '')
    .trim();
  const capital = /^\p{Ll}[\p{Ll}’'-]*(?:\s|$)/u.test(clean) ? clean[0]!.toUpperCase() + clean.slice(1) : clean;
  return /[.!?]["”)]?$/.test(capital) ? capital : `${capital}.`;
}
