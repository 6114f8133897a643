import { answerTypeOf } from '../question-form.js';
import type { ExtractedQuestion } from '../result.js';
import { placeOf, writingPlaceOf } from './places.js';
import type { TextUnit } from './units.js';

/** Gives a question the line below it as its place: "Answer: …", or a line to write on. */
export function answerOnLine(question: ExtractedQuestion, unit: TextUnit): void {
  question.answerLocation ??= placeOf(unit.blocks.at(-1)!);
  const given = unit.text.replace(/^[^:：]{1,40}[:：]\s*/, '');
  if (given !== unit.text && given.trim() !== '' && question.existingAnswer === '')
    question.existingAnswer = given.trim();
}

/** Gives a question the boxes of the line below it as options. */
export function offerLine(question: ExtractedQuestion, unit: TextUnit): void {
  const entry = unit.blocks[0]?.number === undefined ? `${unit.number} ${unit.text}`.trim() : unit.text;
  const offered = unit.options.length > 0 ? unit.options : entry === '' ? [] : [entry.replace(/(?<!\s)\s*[:：]$/, '')];
  question.options = [...question.options, ...offered];
  question.answerLocation ??= writingPlaceOf(unit.blocks.at(-1)!);
  if (unit.checked.length > 0)
    question.existingAnswer = [question.existingAnswer, ...unit.checked].filter((text) => text !== '').join(', ');
  question.answerType = answerTypeOf(question.text, question.options);
}
