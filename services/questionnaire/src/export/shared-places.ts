import { normalText } from './answer-text.js';
import { placeKey } from './writes.js';
import type { ExportedQuestion, WriteReport } from './model.js';

/** Questions as a writer takes them, and who else speaks in what it writes for one of them. */
export interface SharedAnswers {
  questions: ExportedQuestion[];
  /** By question and kind ("id answer"): the others whose text stands in the same place. */
  others: ReadonlyMap<string, readonly string[]>;
}

/**
 * Several questions may have one cell for their answers (merged over their rows, or several questions in one cell). Their
 * answers are written there together, each behind its number; the first of them carries the text. Where the cell offers options,
 * only those that choose the same can share it.
 */
export function shareAnswers(questions: readonly ExportedQuestion[]): SharedAnswers {
  const others = new Map<string, string[]>();
  const changed = new Map<string, ExportedQuestion>();
  const asked = new Set(questions.map(({ location }) => placeKey(location)));
  for (const group of sharing(questions, ({ answerLocation, optionLocations }) =>
    optionLocations.length > 0 || answerLocation === null || asked.has(placeKey(answerLocation))
      ? null
      : answerLocation,
  )) {
    const answered = group.filter(({ answer }) => normalText(answer) !== '');
    const [first] = answered;
    if (first === undefined) continue;
    const same = answered.filter(({ answer }) => normalText(answer) === normalText(first.answer));
    const joined = group.some(({ options }) => options.length > 0) ? first.answer : together(group, 'answer');
    const told = joined === first.answer ? same : answered;
    for (const question of told) {
      const silent = question === first ? {} : { existingAnswer: joined };
      changed.set(question.questionId, { ...question, answer: joined, ...silent });
    }
    if (told.length > 1)
      others.set(
        `${first.questionId} answer`,
        told.slice(1).map(({ questionId }) => questionId),
      );
  }
  const now = questions.map((question) => changed.get(question.questionId) ?? question);
  for (const group of sharing(now, ({ commentLocation }) => commentLocation)) {
    const said = group.filter(({ answer, comment }) => normalText(answer) !== '' && normalText(comment) !== '');
    const [first] = said;
    if (first === undefined || said.length < 2) continue;
    for (const question of said)
      changed.set(question.questionId, { ...question, comment: question === first ? together(group, 'comment') : '' });
    others.set(
      `${first.questionId} comment`,
      said.slice(1).map(({ questionId }) => questionId),
    );
  }
  return { questions: questions.map((question) => changed.get(question.questionId) ?? question), others };
}

/** The report with every question that speaks in a place, not only the one that carried the text there. */
export function withOthers(report: WriteReport, others: SharedAnswers['others']): WriteReport {
  const all = <P extends { questionId: string; kind: string }>(places: readonly P[]): P[] =>
    places.flatMap((place) => [
      place,
      ...(others.get(`${place.questionId} ${place.kind}`) ?? []).map((questionId) => ({ ...place, questionId })),
    ]);
  return others.size === 0 ? report : { ...report, places: all(report.places), skipped: all(report.skipped) };
}

/** Questions whose place in a table or sheet is one and the same, two or more each, in their order. */
function sharing(
  questions: readonly ExportedQuestion[],
  placeOf: (question: ExportedQuestion) => ExportedQuestion['answerLocation'],
): ExportedQuestion[][] {
  const groups = new Map<string, ExportedQuestion[]>();
  for (const question of questions) {
    const place = placeOf(question);
    if (place === null || !('cell' in place || 'table' in place)) continue;
    const key = placeKey(place);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [question]);
    else group.push(question);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

/** "1.1: We do." and so on, by the customer's numbers where they tell the questions apart; one text where all say the same. */
function together(group: readonly ExportedQuestion[], part: 'answer' | 'comment'): string {
  const numbers = group.map(({ number }) => number.trim());
  const numbered = new Set(numbers).size === group.length && !numbers.includes('');
  const texts = group.map((question) => normalText(question[part]));
  const said = texts.filter((text) => text !== '');
  if (said.length === group.length && new Set(said).size === 1) return said[0] ?? '';
  return texts
    .flatMap((text, i) => {
      const label = numbered ? numbers[i]! : `${i + 1}.`;
      return text === '' ? [] : [`${/[.):]$/.test(label) ? label : `${label}:`} ${text}`];
    })
    .join('\n');
}
