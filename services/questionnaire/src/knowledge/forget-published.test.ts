import { expect, it } from '@jest/globals';
import { systemClock } from '@candor/runtime';
import type { KnowledgeRevisions } from '../store/knowledge.js';
import type { PublishedLibrary } from '../store/published-library.js';
import { AskPublished } from './ask-published.js';

it('drops the index of an organization that is erased, and those of no other', async () => {
  const asked: string[] = [];
  const dropped: string[] = [];
  const answering = {
    oneFrom: (_organizationId: string, { name }: { name: string }) => {
      asked.push(name);
      return Promise.reject(new Error('busy'));
    },
    forget: (name: string) => Promise.resolve(void dropped.push(name)),
  };
  const revisions = { current: () => Promise.resolve({ revision: 1 }) } as unknown as KnowledgeRevisions;
  const published = new AskPublished(answering, revisions, {} as unknown as PublishedLibrary, systemClock);
  for (const organizationId of ['one', 'other'])
    await expect(published.ask(organizationId, 'Backups?', { answerIds: ['a'], documentIds: [] })).rejects.toThrow();
  await published.forget('one');
  await published.forget('one');
  expect(dropped).toEqual([asked[0]]);
});
