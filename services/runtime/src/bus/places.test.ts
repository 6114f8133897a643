import { describe, expect, it } from '@jest/globals';
import { Places } from './places.js';
import { FairQueue } from './fair-queue.js';

function taken(limits: { concurrency: number; guests?: number }, ...waiting: string[]) {
  const places = new Places(limits);
  const queue = new FairQueue<string>();
  waiting.forEach((job) => queue.add(job.slice(0, 1), job));
  const organizationOf = (job: string): string => job.slice(0, 1);
  const next = (): string | undefined => places.take(queue, organizationOf);
  const all = (): string[] => {
    const jobs: string[] = [];
    for (let job = next(); job !== undefined; job = next()) jobs.push(job);
    return jobs;
  };
  return { places, all };
}

describe('places for jobs', () => {
  it('are as many as the job has, in turn between organizations', () => {
    const { all, places } = taken({ concurrency: 2 }, 'a1', 'a2', 'b1', 'c1');
    expect(all()).toEqual(['a1', 'b1']);
    places.leave('a');
    expect(all()).toEqual(['c1']);
  });

  it('for guests are for organizations of which nothing runs', () => {
    const { all, places } = taken({ concurrency: 2, guests: 1 }, 'a1', 'a2', 'a3');
    expect(all()).toEqual(['a1', 'a2']);
    expect(places.running).toBe(2);
  });

  it('let one organization in while another has all of them', () => {
    const places = new Places({ concurrency: 2, guests: 2 });
    const queue = new FairQueue<string>();
    const next = (): string | undefined => places.take(queue, (job) => job.slice(0, 1));
    for (const job of ['a1', 'a2', 'a3']) queue.add('a', job);
    expect([next(), next(), next()]).toEqual(['a1', 'a2', undefined]);
    for (const job of ['b1', 'b2']) queue.add('b', job);
    expect([next(), next()]).toEqual(['b1', undefined]);
    places.leave('a');
    // Three ran, two have places of their own: the next waits for one of those.
    expect(next()).toBeUndefined();
    places.leave('a');
    expect(next()).toBe('a3');
  });
});
