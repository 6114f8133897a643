import { z } from 'zod';
import { json, route } from '../route.js';
import { MOST, MOST_ITEMS } from '../bounds.js';
import { id, list, name, someName, someText, text } from '../schemas.js';
import { WRITE } from './access.js';
import { status } from './resource.js';

export const FORM_KINDS = ['text', 'long_text', 'boolean', 'choice', 'multi_choice', 'number', 'date'] as const;
const CHOICES = ['choice', 'multi_choice'] satisfies (typeof FORM_KINDS)[number][];
const SOME_OPTION = { type: 'array', contains: { type: 'string', pattern: '\\S' } };
const WITH_OPTIONS = { required: ['options'], properties: { options: SOME_OPTION } };
/** No field takes more characters than this, whatever it states. */
const LONGEST_ANSWER = 10_000_000;

const formQuestion = z
  .strictObject({
    key: someName('Unique in the form, and the same whenever the page is read', MOST.formKey).meta({ example: 'q-7' }),
    text: someText('What is asked', MOST.formText).meta({ example: 'Is stored data encrypted?' }),
    help: text(MOST.formText, 'What stands beside the field on how to answer').nullish(),
    section: name(MOST.formOption, 'Heading that it stands under').nullish(),
    kind: z.enum(FORM_KINDS, { error: `must be one of ${FORM_KINDS.join(', ')}` }).meta({
      description: 'What the field takes',
      example: 'choice',
    }),
    options: list(name(MOST.formOption), MOST_ITEMS.formOptions)
      .nullish()
      .meta({ description: 'Of `choice` and `multi_choice`, as the form shows them', example: ['Yes', 'No'] }),
    max_length: z
      .int('must be a whole number')
      .min(1, 'must be at least 1')
      .max(LONGEST_ANSWER, `must be at most ${LONGEST_ANSWER}`)
      .nullish()
      .meta({ description: 'Characters that the field takes; absent: any', example: 500 }),
    required: z
      .boolean('must be true or false')
      .nullish()
      .meta({ description: 'Whether the form insists on an answer' }),
  })
  .meta({
    id: 'FormQuestion',
    description: 'A question as it stands in a web form; one that is answered by choice needs its options',
    not: { required: ['kind'], properties: { kind: { enum: CHOICES } }, not: WITH_OPTIONS },
  });

const formPage = z
  .strictObject({
    form_id: z.uuid('must be a UUID').meta({
      description: 'Chosen by the client, once for a form',
      example: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    }),
    page_url: someName('Address of the page, http or https', MOST.url).meta({
      format: 'uri',
      pattern: '^https?://[^/]',
      example: 'https://portal.example.com/assessments/7',
    }),
    title: name(MOST.title, 'Title of the page').nullish(),
    company_name: name(MOST.company, 'Who asks').nullish(),
    questions: list(formQuestion, MOST_ITEMS.formQuestions)
      .min(1, 'must have at least one entry')
      .meta({ description: 'Of one page, in its order' }),
  })
  .meta({ id: 'FormPage', description: 'The questions of a page of a web form' });
export type FormPage = z.output<typeof formPage>;

const takenForm = z
  .object({
    questionnaire_id: id,
    status,
    questions: z.array(
      z
        .object({
          key: z.string().meta({ description: 'As it was sent', example: 'q-7' }),
          question_id: id,
          is_new: z.boolean().meta({ description: 'Whether this call has added it', example: true }),
        })
        .meta({ id: 'TakenQuestion', description: 'A question of the form, and what it is in the questionnaire' }),
    ),
  })
  .meta({ id: 'TakenForm', description: 'The questionnaire that a web form has become' });
export type TakenForm = z.infer<typeof takenForm>;

export const takeForm = route({
  method: 'post',
  path: '/v1/questionnaire/form',
  operationId: 'takeForm',
  summary: 'Have the questions of a web form answered, as one questionnaire',
  description:
    'The questions are answered in the background: poll the overview until `should_poll` is false; `location.field` of a question is its `key`. The same `form_id` continues the same questionnaire, also while it is being answered: questions are told apart by `key`, and one that is there already stays as it is, so a repeat changes nothing. A form has at most 1,000 questions and 1,000,000 characters, over all its pages. Of the address, query and fragment are not kept.',
  tag: 'Questionnaires',
  access: WRITE,
  family: 'questionnaire',
  failures: [409],
  body: json(formPage),
  reply: takenForm,
  handle: ({ clients, from, body }) => clients.questionnaire.takeForm(from, body),
});
