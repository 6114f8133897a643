import { AppError } from '@candor/runtime';
import { z } from 'zod';
import { MOST } from '../bounds.js';
import { json, route } from '../route.js';
import { deleted, identifier, page, someName, word } from '../schemas.js';
import { READ, WRITE } from '../trust-portal-updates/access.js';
import { faqEntry, faqEntryList, publishedAnswerList } from './resource.js';

const listFaq = route({
  method: 'get',
  path: '/v1/trustportal/faq',
  operationId: 'listTrustPortalFaq',
  summary: 'List which library answers the trust portal publishes, oldest first',
  tag: 'Trust portal',
  access: READ,
  family: 'general',
  reply: faqEntryList,
  handle: async ({ clients, from }) => ({ entries: await clients.portalPage.faqEntries(from) }),
});

const addFaqEntry = route({
  method: 'post',
  path: '/v1/trustportal/faq',
  operationId: 'addTrustPortalFaqEntry',
  summary: 'Publish a library answer, or all that carry a tag',
  description:
    'Send `answer_id` or `tag`. Visitors see what is approved and has not expired, as it stands in the answer library. What is published already stays as it is.',
  tag: 'Trust portal',
  access: WRITE,
  family: 'general',
  body: json(
    z
      .strictObject({
        answer_id: identifier().optional(),
        tag: someName('Tag of library answers', MOST.label).optional(),
      })
      .meta({
        anyOf: [{ required: ['answer_id'] }, { required: ['tag'] }],
        not: { required: ['answer_id', 'tag'] },
      }),
  ),
  reply: faqEntry,
  failures: [409],
  handle: ({ clients, from, body: { answer_id: answerId, tag } }) => {
    if ((answerId === undefined) === (tag === undefined))
      throw new AppError('invalid', 'invalid_input', 'Send either answer_id or tag.');
    return clients.portalPage.addFaqEntry(from, tag === undefined ? { answerId: answerId ?? '' } : { tag });
  },
});

const removeFaqEntry = route({
  method: 'delete',
  path: '/v1/trustportal/faq/{faq_entry_id}',
  operationId: 'removeTrustPortalFaqEntry',
  summary: 'Publish an answer, or the answers of a tag, no more',
  tag: 'Trust portal',
  access: WRITE,
  family: 'general',
  reply: deleted,
  handle: ({ clients, from, params }) => clients.portalPage.removeFaqEntry(from, params.faq_entry_id),
});

const listFaqAnswers = route({
  method: 'get',
  path: '/v1/trustportal/faq-answers',
  operationId: 'listTrustPortalFaqAnswers',
  summary: 'List the questions and answers that visitors of the trust portal see now',
  tag: 'Trust portal',
  access: READ,
  family: 'general',
  query: z.object({ query: word('Only answers whose question or answer holds these words'), ...page() }),
  reply: publishedAnswerList,
  handle: ({ clients, from, query }) => clients.portalPage.publishedAnswers(from, query.query, query),
});

export const portalFaqRoutes = [listFaq, addFaqEntry, listFaqAnswers, removeFaqEntry];
