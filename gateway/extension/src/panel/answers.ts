import type { FoundQuestion, GivenAnswer, ShownAnswer, Written } from '../page/types.js';
import type { Question, SentKind, SentQuestion } from './api.js';

const KINDS: Record<FoundQuestion['kind'], SentKind | undefined> = {
  text: 'text',
  long_text: 'long_text',
  rich_text: 'long_text',
  number: 'number',
  date: 'date',
  single_choice: 'choice',
  multiple_choice: 'multi_choice',
  // Who fills the form in says who they are; files are theirs to choose.
  identity: undefined,
  file: undefined,
};
/** As the server bounds them. */
const MOST = { text: 4000, help: 4000, section: 1000, option: 1000, options: 200 };

/** The question as the server takes it; undefined for what is never sent. */
export function sentQuestion({
  key,
  kind,
  options,
  maxLength,
  required,
  ...found
}: FoundQuestion): SentQuestion | undefined {
  const sent = KINDS[kind];
  if (sent === undefined || found.text.trim() === '') return undefined;
  const isChoice = sent === 'choice' || sent === 'multi_choice';
  const choices = (options ?? []).filter((option) => option.trim() !== '').slice(0, MOST.options);
  return {
    key,
    text: cut(found.text, MOST.text),
    required,
    // Without its choices a field cannot be answered by one of them.
    kind: isChoice && choices.length === 0 ? 'text' : sent,
    ...(found.help ? { help: cut(found.help, MOST.help) } : {}),
    ...(found.section ? { section: cut(found.section, MOST.section) } : {}),
    ...(isChoice && choices.length > 0 ? { options: choices.map((option) => cut(option, MOST.option)) } : {}),
    ...(maxLength !== undefined && maxLength > 0 ? { max_length: maxLength } : {}),
  };
}

const cut = (text: string, most: number): string => Array.from(text).slice(0, most).join('');

/** The server's answer as the page takes it; undefined where there is none. */
export function givenAnswer(
  { answer, comment, options, answer_type: type }: Question,
  found: FoundQuestion,
): GivenAnswer | undefined {
  if (answer === null || answer === '') return undefined;
  const value = type === 'multi_choice' ? chosenOf(answer, options) : answer;
  return { value, ...(found.comment && comment ? { comment } : {}) };
}

/** Which options "A, B, C" names; an option may have commas of its own. */
export function chosenOf(answer: string, options: readonly string[]): string[] {
  const byLength = [...options].sort((a, b) => b.length - a.length);
  const chosen: string[] = [];
  for (let rest = answer; rest !== '';) {
    const next = byLength.find((option) => rest === option || rest.startsWith(`${option}, `));
    if (next === undefined) return [answer];
    chosen.push(next);
    rest = rest.slice(next.length).replace(/^, /, '');
  }
  return chosen;
}

/** What stands in a field, as the server stores an answer. */
export const asAnswer = ({ value }: Written): string => (Array.isArray(value) ? value.join(', ') : value).trim();

/** Whether the field says what the server's answer says. */
export function isSame(written: Written, { answer, comment }: Question): boolean {
  const inField = Array.isArray(written.value) ? [...written.value].sort().join(', ') : written.value;
  const known = Array.isArray(written.value)
    ? chosenOf(answer ?? '', written.value)
        .sort()
        .join(', ')
    : (answer ?? '');
  const sameComment = (written.comment ?? '').trim() === '' || written.comment?.trim() === (comment ?? '').trim();
  return flat(inField) === flat(known) && sameComment;
}

const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** What is drawn beside the field. */
export function shownAnswer(question: Question, found: FoundQuestion): ShownAnswer | undefined {
  const answer = givenAnswer(question, found);
  if (!answer) return undefined;
  return { key: found.key, band: question.confidence?.band ?? 'NONE', answer };
}
