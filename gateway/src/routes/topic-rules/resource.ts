import { z } from 'zod';
import { id, microseconds, orNull } from '../schemas.js';

export const TOPIC_ACTIONS = ['people', 'documents', 'answer', 'owner'] as const;

export const actionWords =
  'people: the engine leaves it to people; documents: only these documents answer it; answer: this library answer is given; owner: only who is asked in interviews';

export const topicRule = z
  .object({
    id,
    name: z.string().meta({ description: 'The topic', example: 'Insurance' }),
    words: z.array(z.string()).meta({
      description:
        'A question is of the topic when all words of one of these stand in it or in its section, in any form; `*` at an end of a word stands for any letters',
      example: ['insurance', 'Versicherung'],
    }),
    sections: z.array(z.string()).meta({ description: 'Or when it stands in a section of this name' }),
    action: z.enum(TOPIC_ACTIONS).meta({ description: actionWords, example: 'people' }),
    document_ids: z.array(id).meta({ description: 'For documents: those that may answer it' }),
    answer_id: orNull(id).meta({ description: 'For answer: the library answer that is given; null: none' }),
    owner: orNull(
      z
        .object({
          id: z.string().meta({ description: 'The user or group', example: '7c9e6679-7425-40de-944b-e07fc1f90ae7' }),
          type: z.enum(['USER', 'GROUP']).meta({ description: 'Which of both', example: 'USER' }),
        })
        .meta({ id: 'TopicOwner', description: 'Whose topic it is' }),
    ).meta({ description: 'Who is asked in interviews; null: nobody' }),
    active: z.boolean().meta({ description: 'Whether it counts', example: true }),
    updated_at: microseconds.nullable().meta({ description: 'When it was changed last; null: as it was given' }),
  })
  .meta({ id: 'TopicRule', description: 'What happens to questions of a topic' });
export type TopicRule = z.infer<typeof topicRule>;

export const topicRuleList = z
  .object({ rules: z.array(topicRule) })
  .meta({ id: 'TopicRuleList', description: 'The oldest first: of two that match, it counts' });
export type TopicRuleList = z.infer<typeof topicRuleList>;
