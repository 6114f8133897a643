import { CandorError } from '@candor/client';
import type { AreaCorrection, AddedQuestion, CorrectionsDifference, Corrections, Place } from '../api/types.js';
import { wordsOf } from '../api/words.js';
import { placeWords } from '../questionnaire-frame/receipt.js';
import { number } from '../ui/format.js';
import { keyOf } from '../review/layout.js';
import { areaWords, takenBack, withArea, type Role } from './said.js';
import { t } from '../words/words.js';

const ROLES: readonly Exclude<Role, ''>[] = ['question', 'number', 'section', 'answer', 'choice', 'comment'];

/** What a column can be for. */
export const roleNames = (): readonly (readonly [Role, string])[] => [
  ['', '–'],
  ...ROLES.map((role) => [role, t(`corrections:role.${role}`)] as const),
];

/** One thing that a person said, and how it is taken back. */
export interface Saying {
  key: string;
  words: string;
  without(said: Corrections): Corrections;
}

/** All that was said, in words. */
export function sayingsOf({ areas, add, remove }: Corrections): Saying[] {
  return [
    ...areas.map((area) => ({
      key: `area ${area.sheet} ${area.table ?? ''}`,
      words: `${areaWords(area)}: ${contentWords(area)}`,
      without: (said: Corrections) => withArea(said, { sheet: area.sheet, table: area.table ?? null }, {}),
    })),
    ...add.map(({ location, answer_location: answer }) => ({
      key: `add ${keyOf(location)}`,
      words: answer
        ? t('corrections:words.questionAnswered', { place: placeWords(location), answer: shortWords(answer) })
        : t('corrections:words.question', { place: placeWords(location) }),
      without: (said: Corrections) => takenBack(said, location),
    })),
    ...remove.map(({ location }) => ({
      key: `remove ${keyOf(location)}`,
      words: t('corrections:words.noQuestion', { place: placeWords(location) }),
      without: (said: Corrections) => takenBack(said, location),
    })),
  ];
}

/** The place without its sheet. */
export const shortWords = ({ sheet: _sheet, ...place }: Place): string => placeWords(place);

function contentWords({ asks, columns, first_row: first, last_row: last }: AreaCorrection): string {
  if (asks === false) return t('corrections:words.notForUs');
  const parts: string[] = [];
  for (const role of ['question', 'number', 'section', 'comment'] as const) {
    const column = columns?.[role];
    if (column) parts.push(t(`corrections:words.in.${role}`, { column }));
  }
  if (columns?.answers?.length) parts.push(t('corrections:words.in.answer', { column: columns.answers.join(', ') }));
  if (columns?.choices?.length) parts.push(t('corrections:words.in.choice', { column: columns.choices.join(', ') }));
  if (first) parts.push(t('corrections:words.from', { row: number(first) }));
  if (last) parts.push(t('corrections:words.to', { row: number(last) }));
  return parts.join(', ');
}

/** What the corrections change, in one sentence. */
export function countsWords({
  added,
  removed,
  removed_with_work: worked,
  moved,
  kept,
}: CorrectionsDifference['counts']) {
  const parts: string[] = [
    t('corrections:counts.added', { count: added }),
    worked > 0
      ? t('corrections:counts.removedWithWork', { count: removed, worked: number(worked) })
      : t('corrections:counts.removed', { count: removed }),
    t('corrections:counts.kept', { count: kept }),
  ];
  if (moved > 0) parts.push(t('corrections:counts.moved', { count: moved }));
  return `${parts.join(', ')}.`;
}

/** What is wrong with the corrections, one line each, in the words of the one that it is about. */
export function refusalsOf(error: unknown, said: Corrections | undefined): string[] {
  if (!(error instanceof CandorError) || error.errors.length === 0 || !said) return [wordsOf(error)];
  return error.errors.map(({ path, message }) => {
    const [, list = '', index = ''] = /^(?:corrections\.)?(areas|add|remove)\.(\d+)/.exec(path) ?? [];
    const about = aboutOf(said, list, Number(index));
    const plain = message.replace(`${path}: `, '');
    return about === '' ? plain : `${about}: ${plain}`;
  });
}

function aboutOf(said: Corrections, list: string, index: number): string {
  const area = list === 'areas' ? said.areas[index] : undefined;
  if (area) return areaWords(area);
  const places: readonly AddedQuestion[] = list === 'add' ? said.add : list === 'remove' ? said.remove : [];
  const place = places[index]?.location;
  return place ? placeWords(place) : '';
}
