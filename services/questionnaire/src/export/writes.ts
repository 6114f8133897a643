import type { QuestionPlace } from '../extraction/result.js';
import { matchingOption, matchingOptions, normalText } from './answer-text.js';
import type { AnswerToWrite, SkippedPlace, WrittenKind } from './model.js';

/** One thing to write at one place. */
export interface Write {
  questionId: string;
  kind: WrittenKind;
  location: QuestionPlace;
  /** '' for an option mark, whose sign depends on the document. */
  text: string;
  /** For an option: whether it is the answer. */
  ticked: boolean;
  /** A plain number is meant as a number. */
  isNumber: boolean;
  /** The cell that a drawn check box is linked to: it takes TRUE or FALSE. */
  isLink?: true;
}

export interface WritesOfQuestion {
  writes: Write[];
  skipped: SkippedPlace[];
}

/** Whether two places are one. */
export const samePlace = (a: QuestionPlace, b: QuestionPlace): boolean => placeKey(a) === placeKey(b);

export const placeKey = (place: QuestionPlace): string => JSON.stringify(Object.entries(place).sort());

/**
 * What a question's answer and comment mean for the document: the option as it is spelt there, marks in the columns of the
 * options, text elsewhere. Where nothing is known, and where the document says the same already, nothing is written.
 */
export function writesOf(question: AnswerToWrite): WritesOfQuestion {
  const found: WritesOfQuestion = { writes: [], skipped: [] };
  const answer = normalText(question.answer);
  let comment = normalText(question.comment);
  if (answer !== '' && answer !== normalText(question.existingAnswer)) {
    if (question.optionLocations.length > 0) comment = tickOptions(question, answer, comment, found);
    else if (areWordsForPoints(question, answer)) comment = withRemark(answer, comment);
    else writeAnswer(question, answer, found);
  }
  if (comment === '' || answer === '') return found;
  const { questionId, commentLocation } = question;
  if (commentLocation === null || (question.answerLocation && samePlace(commentLocation, question.answerLocation)))
    found.skipped.push({ questionId, kind: 'comment', location: null, reason: 'no_place' });
  else found.writes.push(write(question, 'comment', commentLocation, comment));
  return found;
}

/** The chosen options, as the document spells them; undefined when the answer names none of them. */
export function chosenOptions(question: AnswerToWrite, answer: string): string[] | undefined {
  if (question.answerType === 'multi_choice') return matchingOptions(answer, question.options);
  const option = matchingOption(answer, question.options);
  return option === undefined ? undefined : [option];
}

/** Returns the comment; an answer that is none of the options goes there, when the document has a place for comments. */
function tickOptions(question: AnswerToWrite, answer: string, comment: string, found: WritesOfQuestion): string {
  const options = question.optionLocations.map((column) => column.option);
  const chosen = chosenOptions({ ...question, options }, answer);
  if (chosen === undefined) {
    if (question.commentLocation !== null) return withRemark(answer, comment);
    found.skipped.push({
      questionId: question.questionId,
      kind: 'answer',
      location: question.answerLocation,
      reason: 'no_matching_option',
    });
    return comment;
  }
  for (const { option, location } of question.optionLocations)
    found.writes.push({ ...write(question, 'option', location, ''), ticked: chosen.includes(option) });
  return comment;
}

/** A number, with signs before it at most: "≈ 3", "٣ نقاط"; in any script, words before it make a text of it. */
const BEGINS_WITH_NUMBER = /^[^\p{L}\p{N}]*\p{Nd}/u;

/** Words are no points: they go to the column of words that stands beside a cell for numbers. */
function areWordsForPoints({ answerType, commentLocation }: AnswerToWrite, answer: string): boolean {
  return answerType === 'number' && commentLocation !== null && !BEGINS_WITH_NUMBER.test(answer);
}

const withRemark = (answer: string, comment: string): string =>
  comment.startsWith(answer) ? comment : `${answer}\n${comment}`.trim();

function writeAnswer(question: AnswerToWrite, answer: string, found: WritesOfQuestion): void {
  const { questionId, answerLocation, options } = question;
  if (answerLocation === null) {
    found.skipped.push({ questionId, kind: 'answer', location: null, reason: 'no_place' });
    return;
  }
  const chosen = options.length > 0 ? chosenOptions(question, answer) : [answer];
  if (chosen === undefined)
    found.skipped.push({ questionId, kind: 'answer', location: answerLocation, reason: 'no_matching_option' });
  else
    found.writes.push({
      ...write(question, 'answer', answerLocation, chosen.join(', ')),
      isNumber: question.answerType === 'number',
    });
}

function write(question: AnswerToWrite, kind: WrittenKind, location: QuestionPlace, text: string): Write {
  return { questionId: question.questionId, kind, location, text, ticked: false, isNumber: false };
}
