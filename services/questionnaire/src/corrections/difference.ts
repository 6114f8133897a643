import { deterministicId } from '@candor/runtime';
import type { DifferenceCounts, QuestionDocument } from '../store/documents.js';
import type { KnownQuestion } from '../store/question-rewrites.js';

/** A question as an extraction finds it. */
export type FoundQuestion = Pick<
  QuestionDocument,
  '_id' | 'key' | 'sheetId' | 'text' | 'section' | 'location' | 'answerLocation' | 'optionLocations'
>;

/** Stored questions and found ones: what stays, what comes, what goes. */
export interface Matching<F extends FoundQuestion> {
  kept: { known: KnownQuestion; found: F }[];
  added: F[];
  removed: KnownQuestion[];
}

/** Questions stay by their place, else by their text on the same sheet; of equal texts the first meets the first. */
export function matchQuestions<F extends FoundQuestion>(
  known: readonly KnownQuestion[],
  found: readonly F[],
): Matching<F> {
  const byPlace = new Map(known.map((question) => [question.key ?? question._id, question]));
  const pairs = new Map<F, KnownQuestion>();
  const left = new Set(known);
  const pair = (one: F, question: KnownQuestion | undefined): void => {
    if (question === undefined || !left.delete(question)) return;
    pairs.set(one, question);
  };
  for (const one of found) pair(one, byPlace.get(one.key ?? one._id) ?? byPlace.get(one._id));
  const byText = new Map<string, KnownQuestion[]>();
  for (const question of left) {
    const same = byText.get(textKey(question));
    if (same === undefined) byText.set(textKey(question), [question]);
    else same.push(question);
  }
  for (const one of found) if (!pairs.has(one)) pair(one, byText.get(textKey(one))?.shift());
  return {
    kept: found.flatMap((one) => {
      const question = pairs.get(one);
      return question === undefined ? [] : [{ known: question, found: one }];
    }),
    added: found.filter((one) => !pairs.has(one)),
    removed: [...left],
  };
}

/** Whether the answer to a question that stays goes elsewhere. */
export const isMoved = ({ known, found }: Matching<FoundQuestion>['kept'][number]): boolean =>
  placesOf(known) !== placesOf(found);

/** Whether somebody has worked on a question: what an engine or the file itself answered is no work. */
export function hasWork(question: KnownQuestion, commented: ReadonlySet<string>): boolean {
  const { _id, answer, existingAnswer, answerStatus, approved, assigneeId, historyCount } = question;
  const byHand = answerStatus === 'MANUALLY_ANSWERED' && answer !== existingAnswer;
  return approved || byHand || assigneeId !== '' || historyCount > 0 || commented.has(_id);
}

export function countsOf(matching: Matching<FoundQuestion>, commented: ReadonlySet<string>): DifferenceCounts {
  const { kept, added, removed } = matching;
  return {
    added: added.length,
    removed: removed.length,
    removedWithWork: removed.filter((question) => hasWork(question, commented)).length,
    moved: kept.filter(isMoved).length,
    kept: kept.length,
  };
}

/** New questions with ids that no stored one has: one that has stayed by its text has the id of its old place. */
export function withFreeIds<F extends FoundQuestion>(questionnaireId: string, matching: Matching<F>): F[] {
  const taken = new Set([...matching.kept.map(({ known }) => known), ...matching.removed].map(({ _id }) => _id));
  return matching.added.map((one) => {
    let id = one._id;
    for (let n = 2; taken.has(id); n++)
      id = deterministicId(questionnaireId, 'question', one.key ?? one._id, String(n));
    taken.add(id);
    return { ...one, _id: id };
  });
}

const textKey = ({ sheetId, text }: { sheetId: string; text: string }): string =>
  `${sheetId} ${text.replace(/\s+/g, ' ').trim()}`;

const placesOf = ({ answerLocation, optionLocations }: KnownQuestion | FoundQuestion): string =>
  JSON.stringify([answerLocation, optionLocations]);
