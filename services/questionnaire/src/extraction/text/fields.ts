import type { FieldBlock } from '../../documents/model.js';
import { withoutItemNumber } from '../language/item-number.js';
import { answerTypeOf, isRequiredText } from '../question-form.js';
import type { AccountClass, AccountEntry, ExtractedQuestion } from '../result.js';

/** Whether the label of a form field asks for something by itself. */
export function fieldAsks(field: FieldBlock): boolean {
  return field.type !== 'checkbox' && /\p{L}{2,}/u.test(field.label);
}

/** The question that a labelled form field is. */
export function fieldQuestion(field: FieldBlock, section: string): ExtractedQuestion {
  const location = { field: field.name };
  const { number, text } = withoutItemNumber(field.label, field.number);
  return {
    key: `f:${field.name}`,
    ordinal: 0,
    section,
    number,
    text,
    stem: '',
    location,
    answerLocation: location,
    commentLocation: null,
    answerType: field.type === 'date' ? 'date' : answerTypeOf(text, field.options),
    options: field.options,
    optionLocations: [],
    isRequired: isRequiredText(text),
    existingAnswer: field.value,
    hidden: false,
  };
}

/** Gives a question that the text asks the field in which it is answered; further fields add to options and answer. */
export function answerInField(question: ExtractedQuestion, field: FieldBlock): void {
  const first = question.answerLocation === null || !('field' in question.answerLocation);
  if (first) question.answerLocation = { field: field.name };
  if (field.type === 'checkbox') {
    const label = field.label.trim();
    if (label !== '') {
      question.options = [...question.options, label];
      question.optionLocations = [...question.optionLocations, { option: label, location: { field: field.name } }];
      if (isTicked(field))
        question.existingAnswer = [question.existingAnswer, label].filter((text) => text !== '').join(', ');
    }
  } else {
    if (first && field.options.length > 0) question.options = field.options;
    if (field.value !== '')
      question.existingAnswer = [question.existingAnswer, field.value].filter((text) => text !== '').join('\n');
  }
  question.answerType = answerTypeOf(question.text, question.options);
}

/** The document shows the field of a question a second time, under the same label. */
export function isShownAgain({ name, label }: FieldBlock, known: ReadonlyMap<string, ExtractedQuestion>): boolean {
  const question = known.get(name);
  return question !== undefined && plainText(question.text) === plainText(label);
}

function isTicked(field: FieldBlock): boolean {
  return field.value !== '' && !/^(?:off|false|no|0)$/i.test(field.value);
}

export function fieldEntry(field: FieldBlock, entryClass: AccountClass, reason: string): AccountEntry {
  return {
    class: entryClass,
    reason,
    location: { field: field.name },
    text: (field.label === '' ? field.value : field.label).slice(0, 200),
  };
}

/** Texts that say the same, whatever their marks. */
export function plainText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
