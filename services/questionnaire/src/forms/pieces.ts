import { firstCharacters } from '@candor/runtime';
import type { ExtractionPiece } from '../documents/pool/messages.js';
import type { AccountEntry, AnswerType, ExtractedQuestion } from '../extraction/result.js';
import type { FormKind, FormQuestion } from '../store/form-documents.js';

const ANSWER_TYPES: Record<FormKind, AnswerType> = {
  text: 'text',
  long_text: 'text',
  boolean: 'boolean',
  choice: 'choice',
  multi_choice: 'multi_choice',
  number: 'number',
  date: 'date',
};

/** Characters of a text in the account. */
const MOST_TOLD = 200;

/** The questions of a web form, as an extraction gives those of a document: on one sheet, each in the place of its field. */
export function* formPieces(questions: readonly FormQuestion[]): Generator<ExtractionPiece> {
  yield { kind: 'sheet', index: 0, name: '', hidden: false };
  yield { kind: 'questions', sheetIndex: 0, questions: questions.map(extracted) };
  yield { kind: 'account', sheetIndex: 0, entries: questions.flatMap(accounted) };
  yield { kind: 'outline', areas: [], shape: '', refused: [] };
}

function extracted(
  { key, text, section, kind, options, maxLength, required }: FormQuestion,
  ordinal: number,
): ExtractedQuestion {
  return {
    key,
    ordinal,
    section,
    number: '',
    text,
    stem: '',
    location: { field: key },
    answerLocation: { field: key },
    commentLocation: null,
    answerType: ANSWER_TYPES[kind],
    options,
    optionLocations: [],
    isRequired: required,
    existingAnswer: '',
    hidden: false,
    ...(maxLength > 0
      ? { answerBounds: { of: 'length' as const, operator: 'lessThanOrEqual' as const, first: maxLength } }
      : {}),
  };
}

/** Help beside a field tells how to answer; it asks nothing of its own. */
function accounted({ key, text, help }: FormQuestion): AccountEntry[] {
  const location = { field: key };
  return [
    { class: 'question', reason: 'form_field', location, text: cut(text) },
    ...(help === ''
      ? []
      : [
          {
            class: 'instruction' as const,
            reason: 'help_of_field',
            location: { field: `${key}#help` },
            text: cut(help),
          },
        ]),
  ];
}

const cut = (text: string): string => firstCharacters(text, MOST_TOLD);
