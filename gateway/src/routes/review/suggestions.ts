import { READ } from '../questionnaires/access.js';
import { route } from '../route.js';
import { suggestionList } from './resource.js';

export const listSuggestions = route({
  method: 'get',
  path: '/v1/questionnaire/{questionnaire_id}/questions/{question_id}/suggestions',
  operationId: 'listSuggestions',
  summary: 'Evidence near a question, for a person who answers it',
  description:
    'At most five library answers and passages of documents, the nearest first, whether or not an engine would answer from them. What has expired is left out.',
  tag: 'Questions',
  access: READ,
  family: 'questionnaire',
  reply: suggestionList,
  failures: [413],
  handle: ({ clients, from, params }) => clients.review.suggestions(from, params.questionnaire_id, params.question_id),
});
