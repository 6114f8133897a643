import { AppError, lengthOf } from '@candor/runtime';
import { z } from 'zod';
import { MOST, MOST_ITEMS } from '../bounds.js';
import { assignee } from '../review/fields.js';
import { calendarDate, decimal, identifier, list, name, text } from '../schemas.js';
import { route } from '../route.js';
import { WRITE } from './access.js';
import { uploadReceipt } from './resource.js';

export const MIN_CHARACTERS = 50;
export const MAX_CHARACTERS = 200_000;
/** 200,000 characters of JSON escapes, with room for the other fields. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
const lengthRule = `must have ${MIN_CHARACTERS} to ${MAX_CHARACTERS} characters`;

/** Characters are Unicode code points, blanks at the ends included. */
function hasAllowedLength(content: string): boolean {
  if (content.length > 2 * MAX_CHARACTERS) return false;
  const count = lengthOf(content);
  return count >= MIN_CHARACTERS && count <= MAX_CHARACTERS;
}

const body = z.object({
  text_content: z
    .string()
    .refine(hasAllowedLength, lengthRule)
    .meta({ minLength: MIN_CHARACTERS, maxLength: MAX_CHARACTERS, description: 'The questionnaire, pasted' }),
  company_name: name(MOST.company).nullish(),
  source_type: name(MOST.sourceType, 'TEXT when absent').nullish(),
  deal_value: decimal,
  deadline: calendarDate.nullish(),
  instructions: text(MOST.instructions).nullish(),
  tag_ids: list(identifier(), MOST_ITEMS.tags).nullish(),
  assignees: list(assignee, MOST_ITEMS.assignees).nullish(),
});

export const uploadText = route({
  method: 'post',
  path: '/v1/questionnaire/upload/text',
  operationId: 'uploadQuestionnaireText',
  summary: 'Upload a questionnaire as text',
  description: 'Queues the text for processing. Poll the overview until `should_poll` is false.',
  tag: 'Questionnaires',
  access: WRITE,
  family: 'questionnaire',
  body: {
    kind: 'json',
    schema: body,
    maxBytes: MAX_BODY_BYTES,
    tooLarge: () =>
      new AppError('invalid', 'invalid_input', `text_content: ${lengthRule}`, {
        errors: [{ path: 'text_content', message: lengthRule }],
      }),
  },
  reply: uploadReceipt,
  handle: ({ clients, from, body: given }) =>
    clients.questionnaire.uploadText(from, {
      textContent: given.text_content,
      sourceType: given.source_type || 'TEXT',
      fields: {
        companyName: given.company_name ?? undefined,
        dealValue: given.deal_value,
        deadline: given.deadline ?? undefined,
        instructions: given.instructions ?? undefined,
        includeHidden: false,
        tagIds: given.tag_ids ?? [],
        assignees: given.assignees ?? [],
      },
    }),
});
