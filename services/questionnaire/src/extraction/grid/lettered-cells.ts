import { letteredQuestions } from '../language/lettered.js';
import { withoutItemNumber } from '../language/item-number.js';
import { isCode, splitNumber } from '../language/numbering.js';
import { answerTypeOf } from '../question-form.js';
import type { GridQuestion } from './table-questions.js';

/**
 * The lettered questions of a cell, one each, with one place for their answers. Where they choose an option, or where one
 * text answers them already, they stay one. A code of the customer's ("GV.OC-01.1: …") stays in the text unless a column says
 * it too (`numbered`): the control is known by it.
 */
export function lettered(asked: GridQuestion, numbered = true): GridQuestion[] {
  const { question } = asked;
  const isOne = question.options.length > 0 || question.existingAnswer !== '';
  const several = isOne ? undefined : letteredQuestions(question.text);
  if (several === undefined)
    return !numbered && isCode(question.number)
      ? [asked]
      : [{ ...asked, question: { ...question, ...withoutItemNumber(question.text, question.number) } }];
  const outer = splitNumber(question.text).number === question.number ? '' : question.number;
  return several.parts.map(({ number, text }, i) => ({
    ...asked,
    question: {
      ...question,
      key: i === 0 ? question.key : `${question.key}#${i + 1}`,
      number: /^\p{L}{1,4}$/u.test(number) ? `${outer} ${number}`.trim() : number,
      text,
      stem: several.stem === '' ? question.stem : several.stem,
      answerType: answerTypeOf(text, []),
    },
  }));
}
