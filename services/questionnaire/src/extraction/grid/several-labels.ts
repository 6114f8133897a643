import type { ShapeCache } from '../language/text-shape.js';
import { answerTypeOf } from '../question-form.js';
import type { GridQuestion } from './table-questions.js';

/** A label of a form is no longer where others stand in the same cell. */
const LABEL_WORDS = 5;

/**
 * "Name:⏎Address:⏎Date of birth:", "WhatsApp⇥Email:": labels on lines of their own, or apart by tabs, in one cell of a table of a
 * document. Each asks; the export writes each answer behind its label below them. Other texts, and what has an answer, stay one.
 */
export function severalLabels(asked: GridQuestion, shapes: ShapeCache): GridQuestion[] {
  const { question } = asked;
  const isOne = question.options.length > 0 || question.existingAnswer !== '' || 'cell' in question.location;
  const labels = isOne
    ? []
    : question.text
        .split(/[\n\t]/u)
        .map((label) => label.trim())
        .filter((label) => label !== '');
  const ends = labels.filter((label) => shapes.once(label).endsWithColon);
  const short = labels.every((label) => shapes.once(label).words <= LABEL_WORDS && /^\P{P}*[:：]?$/u.test(bare(label)));
  if (labels.length < 2 || !short || ends.length * 2 < labels.length || ends.at(-1) !== labels.at(-1)) return [asked];
  return labels.map((text, i) => ({
    ...asked,
    question: {
      ...question,
      key: i === 0 ? question.key : `${question.key}#${i + 1}`,
      text,
      answerLocation: null,
      answerType: answerTypeOf(text, []),
    },
  }));
}

/** Without the marks that stand inside of words and names: "Parent’s no.", "E-mail". */
const bare = (label: string): string => label.replaceAll(/[’'.\-–/&()#]/gu, '');
