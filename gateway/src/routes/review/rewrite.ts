import { z } from 'zod';
import { WRITE } from '../questionnaires/access.js';
import { json, route } from '../route.js';
import { MOST } from '../bounds.js';
import { expectedVersion, versionTag } from './if-match.js';
import { REWRITE_GOALS, rewriteProposal } from './rewrite-proposal.js';

/** Whether it is a BCP 47 tag. */
function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

const language = z
  .string('must be a text')
  .max(MOST.language, `must have at most ${MOST.language} characters`)
  .refine(isLanguageTag, 'must be a BCP 47 tag, such as de or pt-BR')
  .meta({
    description: 'Only with `translated`: BCP 47 tag of the language; absent: the language of the questionnaire',
    example: 'de',
  });

export const rewriteAnswer = route({
  method: 'post',
  path: '/v1/questionnaire/{questionnaire_id}/questions/{question_id}/rewrite',
  operationId: 'rewriteAnswer',
  summary: 'Propose another wording of an answer; nothing is stored',
  description:
    'A language model rewrites the answer. The text is checked like a draft against the present answer and what it cites: nothing new may come in. To take the proposal, edit the question with `If-Match`. Overviews say in `rewriting` whether this is offered; with the local engine it is a 409. It takes up to 20 seconds, and an organization has 30 proposals a minute.',
  tag: 'Questions',
  access: WRITE,
  family: 'questionnaire',
  body: json(
    z
      .strictObject({
        goal: z
          .enum(REWRITE_GOALS, { error: `must be one of ${REWRITE_GOALS.join(', ')}` })
          .meta({ description: 'What the answer is to become', example: 'translated' }),
        language: language.nullish(),
      })
      .refine(({ goal, language: given }) => goal === 'translated' || (given ?? '') === '', {
        path: ['language'],
        error: 'goes only with the goal translated',
      })
      .meta({
        not: {
          required: ['language'],
          properties: { language: { type: 'string' }, goal: { not: { const: 'translated' } } },
        },
      }),
  ),
  reply: rewriteProposal,
  failures: [409, 412],
  headersOf: versionTag,
  exists: ({ clients, from, params }) =>
    clients.questionnaire.question(from, params.questionnaire_id, params.question_id),
  handle: ({ clients, from, params, request, body }) =>
    clients.review.rewrite(
      from,
      { id: params.questionnaire_id, questionId: params.question_id, expectedVersion: expectedVersion(request) },
      { goal: body.goal, language: body.language ?? '' },
    ),
});
