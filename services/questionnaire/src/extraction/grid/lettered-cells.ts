import { letteredQuestions } from '../language/lettered.js';
import { withoutItemNumber } from '../language/item-number.js';
import { splitNumber } from '../language/numbering.js';
import { answerTypeOf } from '../question-form.js';
import type { GridQuestion } from './table-questions.js';

/**
 * The lettered questions of a cell, one each, with one place for their answers. Where they choose an option, or where one
 * text answers them already, they stay one.
 */
export function lettered(asked: GridQuestion): GridQuestion[] {
  const { question } = asked;
  const isOne = question.options.length > 0 || question.existingAnswer !== '';
  const several = isOne ? undefined : letteredQuestions(question.text);
  if (several === undefined)
    return [{ ...asked, question: { ...question, ...withoutItemNumber(question.text, question.number) } }];
  const outer = splitNumber(question.text).number === question.number ? '' : question.number;
  return several.parts.map(({ number, text }, i) => ({
    ...asked,
    question: {
      ...question,
      key: i === 0 ? question.key : `${question.key}#${i + 1}`,
      number: /^[a-z]{1,4}$/i.test(number) ? `${outer} ${number}`.trim() : number,
      text,
      stem: several.stem === '' ? question.stem : several.stem,
      answerType: answerTypeOf(text, []),
    },
  }));
}
