import type { Band, Question } from '../api/types.js';
import { t } from '../words/words.js';

export const SHOWN = ['all', 'to-review', 'open', 'approved', 'not-applicable', 'by-people', 'commented'] as const;
export type Shown = (typeof SHOWN)[number];

export function shownName(shown: Shown): string {
  switch (shown) {
    case 'all':
      return t('review:shown.all');
    case 'open':
      return t('review:shown.open');
    case 'by-people':
      return t('review:shown.by_people');
    case 'commented':
      return t('review:shown.commented');
    default:
      return stateWords(shown);
  }
}

export interface Filter {
  shown: Shown;
  band: Band | '';
  sheet: string;
  /** Ids of users and groups, with commas between them; 'nobody': not assigned. */
  assignee: string;
  words: string;
  /** '': as in the file; or those first on which most others hang. */
  order: '' | 'dependents';
}

export const NO_FILTER: Filter = { shown: 'all', band: '', sheet: '', assignee: '', words: '', order: '' };

const BANDS: readonly Band[] = ['HIGH', 'MEDIUM', 'LOW'];

/** As it stands in the address. */
export function readFilter(query: URLSearchParams): Filter {
  return {
    shown: SHOWN.find((one) => one === query.get('show')) ?? 'all',
    band: BANDS.find((one) => one === query.get('band')) ?? '',
    sheet: query.get('sheet') ?? '',
    assignee: query.get('assignee') ?? '',
    words: query.get('words') ?? '',
    order: query.get('order') === 'dependents' ? 'dependents' : '',
  };
}

export function writeFilter(filter: Filter, questionId: string | undefined): string {
  const query = new URLSearchParams();
  if (filter.shown !== 'all') query.set('show', filter.shown);
  for (const name of ['band', 'sheet', 'assignee', 'words', 'order'] as const)
    if (filter[name].trim() !== '') query.set(name, filter[name]);
  if (questionId !== undefined) query.set('question', questionId);
  return query.size > 0 ? `?${query.toString()}` : '';
}

const hasAnswer = ({ answer, answer_status: status }: Question): boolean =>
  status === 'NOT_APPLICABLE' || (answer !== null && answer !== '');

export type QuestionState = 'approved' | 'not-applicable' | 'to-review' | 'open';

export function stateWords(state: QuestionState): string {
  switch (state) {
    case 'approved':
      return t('review:state.approved');
    case 'not-applicable':
      return t('review:state.not_applicable');
    case 'to-review':
      return t('review:state.to_review');
    case 'open':
      return t('review:state.open');
  }
}

/** What is left to do with a question. */
export function stateOf(question: Question): QuestionState {
  if (question.approved_at !== null) return 'approved';
  if (question.answer_status === 'NOT_APPLICABLE') return 'not-applicable';
  return hasAnswer(question) ? 'to-review' : 'open';
}

export const canApprove = (question: Question): boolean => question.approved_at === null && hasAnswer(question);

/** What the service reads as one quote when it checks another wording. */
const MOST_REWRITTEN = 2000;

/** Whether another wording of its answer can be proposed. */
export const canRewrite = (question: Question): boolean =>
  hasAnswer(question) &&
  question.answer_type === 'text' &&
  question.options.length === 0 &&
  question.answer_status !== 'NOT_APPLICABLE' &&
  Array.from(question.answer ?? '').length <= MOST_REWRITTEN;

/** Whether somebody still has to do something with it. */
export const isUndone = (question: Question): boolean => ['open', 'to-review'].includes(stateOf(question));

const shows: Record<Shown, (question: Question) => boolean> = {
  all: () => true,
  'to-review': (question) => stateOf(question) === 'to-review',
  open: (question) => stateOf(question) === 'open',
  approved: (question) => question.approved_at !== null,
  'not-applicable': ({ answer_status: status }) => status === 'NOT_APPLICABLE',
  'by-people': ({ answer_status: status }) => status === 'MANUALLY_ANSWERED',
  commented: ({ comment }) => comment !== null && comment !== '',
};

export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss');

/** Folding costs more than everything else here; a question that changed is another object. */
const folded = new WeakMap<Question, string>();

export function foldedText(question: Question): string {
  const known = folded.get(question);
  if (known !== undefined) return known;
  const { number, section, text, answer, comment } = question;
  const made = fold([number, section, text, answer, comment].filter(Boolean).join('\n'));
  folded.set(question, made);
  return made;
}

/** The questions that a filter lets through, in the order that it asks for. */
export function filtered(questions: readonly Question[], filter: Filter): Question[] {
  const words = fold(filter.words).split(/\s+/).filter(Boolean);
  const passes = shows[filter.shown];
  const found = questions.filter(
    (question) =>
      passes(question) &&
      (filter.band === '' || question.confidence?.band === filter.band) &&
      (filter.sheet === '' || question.sheet_id === filter.sheet) &&
      isAssigned(question, filter.assignee) &&
      words.every((word) => foldedText(question).includes(word)),
  );
  return filter.order === '' ? found : found.sort((a, b) => b.dependents - a.dependents);
}

const isAssigned = ({ assignee }: Question, wanted: string): boolean =>
  wanted === '' || (wanted === 'nobody' ? assignee === null : wanted.split(',').includes(assignee?.id ?? ''));
