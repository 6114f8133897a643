import type { AnswerScope, Candidate } from './answer-columns.js';

/**
 * "Question | Billing | Shop | Data lake | Comment": columns of one kind side by side, empty, with headings that say nothing
 * about what they hold. Each asks again, for something else; the first comes before a column for remarks.
 */
export function columnsOfMatrix(scope: AnswerScope, candidates: readonly Candidate[]): Candidate[] {
  if (candidates.some(({ label }) => label?.role === 'answer' || label?.role === 'status')) return [];
  const free = candidates
    .filter(({ column, label }) => {
      const open = !scope.profiles.has(column) && !scope.grid.isHiddenColumn(column);
      return open && column > scope.questionRight && label !== undefined && label.role === undefined;
    })
    .sort((a, b) => a.column - b.column);
  const run = free.filter(({ column }, i) => column === free[0]!.column + i);
  return run.length >= 2 && run[0]!.column === scope.questionRight + 1 ? run : [];
}

/**
 * The columns of a matrix behind its first, each of which asks again. Where not even the heading of the questions is a word
 * that we know, another may well say "Comment": then only headings that name one of several count.
 */
export function peersInMatrix(scope: AnswerScope, [first, ...rest]: readonly Candidate[]): Candidate[] {
  const known = [...scope.labels.values()].some(({ role }) => role === 'question' || role === 'requirement');
  return known || rest.every(({ label }) => oneOfSeveral(first?.label?.text ?? '', label?.text ?? '')) ? rest : [];
}

/** "2024 | 2025", "Response site A | Response site B": columns for answers, open alike, whose headings name one of several. */
export function peersOf(scope: AnswerScope, candidates: readonly Candidate[], answer: Candidate): Candidate[] {
  const { label } = answer;
  const found: Candidate[] = [];
  if (label?.role !== 'answer') return found;
  let last = label.right;
  for (const candidate of [...candidates].sort((a, b) => a.column - b.column)) {
    if (candidate.column <= last) continue;
    const other = candidate.label;
    const alike = other?.role === 'answer' && oneOfSeveral(label.text, other.text);
    const open =
      (scope.profiles.get(candidate.column)?.filled ?? 0) <= (scope.profiles.get(answer.column)?.filled ?? 0);
    if (candidate.column !== last + 1 || !alike || !open || candidate.validated !== answer.validated) break;
    found.push(candidate);
    last = other.right;
  }
  return found;
}

/** Whether two headings differ in nothing but which of several they name: a number or letter, or the last word of several. */
function oneOfSeveral(one: string, other: string): boolean {
  const words = (text: string): string[] =>
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== '');
  const [first, second] = [words(one), words(other)];
  const differing = first.flatMap((word, i) => (word === second[i] ? [] : [i]));
  const [at = -1] = differing;
  if (first.length !== second.length || differing.length !== 1) return false;
  const short = [first[at]!, second[at]!].every((word) => /^(?:\p{L}|\d{1,4})$/u.test(word));
  return short || (first.length >= 2 && at === first.length - 1);
}
