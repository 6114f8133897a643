import type { FieldBlock } from '../../documents/model.js';
import { answerTypeOf, isRequiredText } from '../question-form.js';
import type { AccountEntry, ExtractedQuestion } from '../result.js';
import type { TextFindings } from './extract-text.js';

/**
 * Form fields: a field whose label is a question that the text already asks is where that one is answered; a field with a
 * label of its own is a question; one without is a place to write and asks nothing.
 */
export function takeFields(fields: readonly FieldBlock[], found: TextFindings): TextFindings {
  const questions = [...found.questions];
  const account = [...found.account];
  const open = new Map<string, ExtractedQuestion[]>();
  for (const question of questions) {
    const key = plain(question.text);
    const list = open.get(key);
    if (list === undefined) open.set(key, [question]);
    else list.push(question);
  }
  for (const field of fields) {
    const label = field.label.trim();
    const asked = open
      .get(plain(label))
      ?.find((question) => question.answerLocation === null || !('field' in question.answerLocation));
    const location = { field: field.name };
    if (asked !== undefined && label !== '') {
      asked.answerLocation = location;
      if (field.options.length > 0) asked.options = field.options;
      if (field.value !== '') asked.existingAnswer = field.value;
      account.push(entry(field, 'answer', 'field_of_question'));
    } else if (/\p{L}{2,}/u.test(label) && field.type !== 'checkbox') {
      questions.push(questionOf(field, label));
      account.push(entry(field, 'question', 'form_field'));
    } else {
      account.push(
        entry(
          field,
          field.type === 'checkbox' ? 'options' : 'skipped',
          field.type === 'checkbox' ? 'check_box' : 'field_without_label',
        ),
      );
    }
  }
  return { questions, account };
}

function questionOf(field: FieldBlock, label: string): ExtractedQuestion {
  const location = { field: field.name };
  return {
    key: `f:${field.name}`,
    ordinal: 0,
    section: '',
    number: field.number ?? '',
    text: label,
    stem: '',
    location,
    answerLocation: location,
    commentLocation: null,
    answerType: field.type === 'date' ? 'date' : answerTypeOf(label, field.options),
    options: field.options,
    optionLocations: [],
    isRequired: isRequiredText(label),
    existingAnswer: field.value,
    hidden: false,
  };
}

function entry(field: FieldBlock, kind: AccountEntry['class'], reason: string): AccountEntry {
  return {
    class: kind,
    reason,
    location: { field: field.name },
    text: (field.label === '' ? field.value : field.label).slice(0, 200),
  };
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
