import { invalid } from '@candor/runtime';
import { z } from 'zod';
import type { QuestionnaireFields } from '../../clients/questionnaire.js';
import { validate } from '../../http/validate.js';
import type { FormFields } from '../../multipart/fields.js';
import { QUESTIONNAIRE_TYPES } from '../../multipart/file-types.js';
import { MOST, MOST_ITEMS } from '../bounds.js';
import { calendarDate, decimal, identifier, list, someName, text } from '../schemas.js';
import { multipart, route } from '../route.js';
import { streamForm } from '../stream-form.js';
import { WRITE } from './access.js';
import { uploadReceipt } from './resource.js';

const fields = z.object({
  company_name: someName('Company that sent the questionnaire', MOST.company),
  deal_value: decimal,
  deadline: calendarDate.optional(),
  instructions: text(
    MOST.instructions,
    'Guidance for the answers: tone and length, never facts. The local engine hears brief, detailed, bullet points, formal, and naming the sources',
  ).optional(),
  include_hidden: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .optional()
    .meta({ description: 'true: ask what stands on hidden sheets and in hidden rows and columns, too' }),
  tag_ids: list(identifier(), MOST_ITEMS.tags).optional().meta({
    description: 'Repeated, as `tag_ids[]`, as one JSON array, or comma-separated. Unknown tags are left out.',
  }),
  assignee_ids: list(identifier(), MOST_ITEMS.assignees).optional(),
  assignee_types: list(z.enum(['USER', 'GROUP'], { error: 'must be USER or GROUP' }), MOST_ITEMS.assignees)
    .optional()
    .meta({ description: 'One for each of `assignee_ids`; absent: all are users' }),
});

const form = fields.extend({
  file: z.string().meta({ format: 'binary', description: `One of ${QUESTIONNAIRE_TYPES.extensions.join(', ')}` }),
});

export const uploadFile = route({
  method: 'post',
  path: '/v1/questionnaire/upload/file',
  operationId: 'uploadQuestionnaireFile',
  summary: 'Upload a questionnaire as a file',
  description:
    'Queues the file for processing. Poll the overview until `should_poll` is false. Fields may come before or after the file.',
  tag: 'Questionnaires',
  access: WRITE,
  family: 'questionnaire',
  body: multipart(form),
  reply: uploadReceipt,
  handle: ({ clients, from, request, maxUploadBytes, once }) =>
    streamForm(clients.questionnaire.uploadFile(from), {
      request,
      maxFileBytes: maxUploadBytes,
      once,
      form,
      types: QUESTIONNAIRE_TYPES,
      read: readFields,
      check: checkFields,
    }),
});

/** The form's fields, unchecked. */
const readFields = (sent: FormFields): Record<string, unknown> => ({
  company_name: sent.text('company_name'),
  deal_value: sent.text('deal_value'),
  deadline: sent.text('deadline')?.trim(),
  instructions: sent.text('instructions'),
  include_hidden: sent.text('include_hidden')?.trim(),
  tag_ids: sent.list('tag_ids'),
  assignee_ids: sent.list('assignee_ids'),
  assignee_types: sent.list('assignee_types'),
});

function checkFields(read: Record<string, unknown>): QuestionnaireFields {
  const given = validate(fields, read);
  const ids = given.assignee_ids ?? [];
  const types = given.assignee_types ?? ids.map(() => 'USER' as const);
  if (types.length !== ids.length) {
    const message = `must have as many values as assignee_ids (${ids.length}), has ${types.length}`;
    throw invalid([{ path: 'assignee_types', message }]);
  }
  return {
    companyName: given.company_name,
    dealValue: given.deal_value,
    deadline: given.deadline,
    instructions: given.instructions,
    includeHidden: given.include_hidden === 'true',
    tagIds: given.tag_ids ?? [],
    assignees: ids.map((id, index) => ({ id, type: types[index] ?? 'USER' })),
  };
}
