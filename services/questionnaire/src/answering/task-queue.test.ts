import { describe, expect, it } from '@jest/globals';
import { MOST_BEFORE_IDLE, MOST_URGENT_IN_A_ROW, TaskQueue, type QueuedTask } from './task-queue.js';

interface Named extends QueuedTask {
  name: string;
}

let asked = 0;
const turn = (owner: string, name: string, isUrgent = false, idle = false): Named => ({
  owner,
  name,
  urgent: () => isUrgent,
  idle,
  order: ++asked,
});

function taken(queue: TaskQueue<Named>): string[] {
  const names: string[] = [];
  for (let next = queue.take(); next; next = queue.take()) names.push(next.name);
  return names;
}

function waiting(...all: Named[]): TaskQueue<Named> {
  const queue = new TaskQueue<Named>();
  all.forEach((one) => queue.add(one));
  return queue;
}

describe('the next turn', () => {
  it('is that of a question somebody waits for, whatever was asked before', () => {
    expect(taken(waiting(turn('a', 'batch'), turn('a', 'index'), turn('b', 'ask', true)))).toEqual([
      'ask',
      'batch',
      'index',
    ]);
  });

  it('goes round the organizations, and within one to what was asked first', () => {
    const queue = waiting(turn('a', 'a1'), turn('a', 'a2'), turn('a', 'a3'), turn('b', 'b1'), turn('c', 'c1'));
    expect(taken(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  });

  it('goes round them for people as well', () => {
    const many = Array.from({ length: 3 }, (_, i) => turn('a', `a${i}`, true));
    expect(taken(waiting(...many, turn('b', 'b', true)))).toEqual(['a0', 'b', 'a1', 'a2']);
  });

  it('is left to batches now and then while people ask without an end', () => {
    const people = Array.from({ length: 3 * MOST_URGENT_IN_A_ROW }, (_, i) => turn('a', `ask ${i}`, true));
    const names = taken(waiting(...people, turn('b', 'batch'), turn('b', 'later batch')));
    expect(names.indexOf('batch')).toBe(MOST_URGENT_IN_A_ROW);
    expect(names.indexOf('later batch')).toBe(2 * MOST_URGENT_IN_A_ROW + 1);
  });

  it('is left to what is idle when nothing else waits, and now and then before', () => {
    const batches = Array.from({ length: MOST_BEFORE_IDLE + 2 }, (_, i) => turn('a', `batch ${i}`));
    const names = taken(waiting(turn('b', 'idle', false, true), turn('b', 'idle too', false, true), ...batches));
    expect(names.indexOf('idle')).toBe(MOST_BEFORE_IDLE);
    expect(names.at(-1)).toBe('idle too');
    expect(taken(waiting(turn('b', 'idle', false, true), turn('a', 'batch')))).toEqual(['batch', 'idle']);
  });

  it('comes early for what somebody has begun to wait for meanwhile', () => {
    let isAwaited = false;
    const index: Named = { ...turn('b', 'index'), urgent: () => isAwaited };
    const queue = waiting(turn('a', 'batch'), turn('a', 'batch too'), index);
    isAwaited = true;
    expect(taken(queue)[0]).toBe('index');
  });
});
