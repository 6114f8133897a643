import { z } from 'zod';
import { QUESTIONNAIRE_TYPES } from '../../multipart/file-types.js';
import { multipart, route } from '../route.js';
import { streamForm } from '../stream-form.js';
import { WRITE } from './access.js';
import { overview } from './resource.js';

const form = z.strictObject({
  file: z.string().meta({ format: 'binary', description: `One of ${QUESTIONNAIRE_TYPES.extensions.join(', ')}` }),
});

export const replaceFile = route({
  method: 'post',
  path: '/v1/questionnaire/{questionnaire_id}/file',
  operationId: 'replaceQuestionnaireFile',
  summary: 'Put another file in the place of one that could not be read',
  description:
    'For a questionnaire whose file has a password, is damaged, or holds no questions: ANALYSIS_FAILED or QUESTION_EXTRACTION_FAILED; 409 in every other state. It keeps its id, title, company, deadline, assignees and tags, and is processed from the start: poll the overview until `should_poll` is false.',
  tag: 'Questionnaires',
  access: WRITE,
  family: 'questionnaire',
  body: multipart(form),
  reply: overview,
  failures: [409],
  exists: ({ clients, from, params }) => clients.questionnaire.overview(from, params.questionnaire_id),
  handle: ({ clients, from, params, request, maxUploadBytes, once }) =>
    streamForm(clients.questionnaire.replaceFile(from, params.questionnaire_id), {
      request,
      maxFileBytes: maxUploadBytes,
      once,
      form,
      types: QUESTIONNAIRE_TYPES,
      read: () => undefined,
      check: () => undefined,
    }),
});
