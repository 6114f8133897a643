/** Languages that an author names for a block that is no program. */
const PLAIN = /^(?:text|txt|plain|plaintext|none)?$/i;
/** Signs of programs, settings, paths and consoles. */
const CODE_SIGN = /[{}[\]<>=$\\|`@#~^_]|--|::|\/\w+\/|\w\(|;[ \t]*$|^[ \t]*[%>+-]/m;
/** Fewer words make no sentence that stands alone. */
const FEW_WORDS = 5;

/**
 * The paragraphs of a code block that an author used for prose: no language, no sign of code, and whole sentences only.
 * Undefined for what may be a program, a console or settings, whose lines are examples and say nothing of what holds.
 */
export function proseOf(block: string, language: string | null | undefined): string[] | undefined {
  if (!PLAIN.test(language ?? '') || CODE_SIGN.test(block)) return undefined;
  const paragraphs = block
    .split(/\n[ \t\r]*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '');
  const areSentences = paragraphs.every(
    (text) => /^\p{Lu}/u.test(text) && text.endsWith('.') && text.split(' ').length >= FEW_WORDS,
  );
  return areSentences && paragraphs.length > 0 ? paragraphs : undefined;
}

/** Notes that MyST writes as a fenced block: "```{note}". Their body is Markdown. */
export const isNote = (language: string | null | undefined): boolean =>
  /^\{(?:note|warning|tip|caution|important|danger|attention|hint|error|seealso|admonition)\}$/.test(language ?? '');
