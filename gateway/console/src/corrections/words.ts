import { CandorError } from '@candor/client';
import type { AreaCorrection, AddedQuestion, CorrectionsDifference, Corrections, Place } from '../api/types.js';
import { wordsOf } from '../api/words.js';
import { placeWords } from '../questionnaires/receipt.js';
import { count, number } from '../ui/format.js';
import { areaWords, keyOf, takenBack, withArea, type Role } from './said.js';

export const ROLE_NAMES: readonly (readonly [Role, string])[] = [
  ['', '–'],
  ['question', 'Question'],
  ['number', 'Number'],
  ['section', 'Section'],
  ['answer', 'Answer'],
  ['choice', 'Choice'],
  ['comment', 'Comment'],
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
      words: `${placeWords(location)} is a question${answer ? `, answered in ${shortWords(answer)}` : ''}`,
      without: (said: Corrections) => takenBack(said, location),
    })),
    ...remove.map(({ location }) => ({
      key: `remove ${keyOf(location)}`,
      words: `${placeWords(location)} is no question`,
      without: (said: Corrections) => takenBack(said, location),
    })),
  ];
}

/** The place without its sheet. */
export const shortWords = ({ sheet: _sheet, ...place }: Place): string => placeWords(place);

function contentWords({ asks, columns, first_row: first, last_row: last }: AreaCorrection): string {
  if (asks === false) return 'not for us';
  const parts: string[] = [];
  for (const [role, name] of [
    ['question', 'questions'],
    ['number', 'numbers'],
    ['section', 'sections'],
    ['comment', 'comments'],
  ] as const) {
    const column = columns?.[role];
    if (column) parts.push(`${name} in ${column}`);
  }
  if (columns?.answers?.length) parts.push(`answers in ${columns.answers.join(', ')}`);
  if (columns?.choices?.length) parts.push(`choices in ${columns.choices.join(', ')}`);
  if (first) parts.push(`from row ${number(first)}`);
  if (last) parts.push(`to row ${number(last)}`);
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
  const parts = [
    `${count(added, 'question')} ${added === 1 ? 'comes' : 'come'}`,
    `${number(removed)} ${removed === 1 ? 'goes' : 'go'}${worked > 0 ? ` (${number(worked)} of them with work on it)` : ''}`,
    `${number(kept)} ${kept === 1 ? 'stays' : 'stay'}`,
  ];
  if (moved > 0) parts.push(`${number(moved)} of them with another place for the answer`);
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
