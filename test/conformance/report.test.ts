import { describe, expect, it } from '@jest/globals';
import { Client, problem, type Answer } from './client.js';
import { holds, Mismatch, NotObserved, Report, same } from './report.js';
import { count, list, micros, object, orNull, percentage, shaped, uuid } from './shape.js';

const answer = (status: number, type: string, body: Record<string, unknown>): Answer => ({
  status,
  headers: new Headers({ 'content-type': type, 'x-request-id': 'r1' }),
  body,
  text: JSON.stringify(body),
});
const PROBLEM = {
  type: 'urn:x',
  title: 'Unprocessable',
  status: 422,
  detail: 'Wrong.',
  instance: '/x',
  code: 'invalid_input',
  request_id: 'r1',
  errors: [{ path: 'name', message: 'is required' }],
};
const JSON_PROBLEM = 'application/problem+json';

describe('the report', () => {
  it('tells what was seen of what fails or cannot be looked at, and goes on', async () => {
    const report = new Report();
    report.chapter('S 1', 'TRY');
    await report.check('one and one are three', () => same('sum', 1 + 1, 3));
    await report.check('nobody can see it', () => {
      throw new NotObserved('it is dark');
    });
    await report.check('it breaks', () => Promise.reject(new Error('broken')));
    await report.check('one is one', () => holds('one', true));
    expect(report.results.map(({ id, outcome, saw }) => [id, outcome, saw])).toEqual([
      ['TRY-01', 'fail', 'sum: 2, not 3'],
      ['TRY-02', 'not observed', 'it is dark'],
      ['TRY-03', 'fail', 'broken'],
      ['TRY-04', 'pass', ''],
    ]);
    expect(report.table()).toContain('4 checks: 1 pass, 2 fail, 1 not observed');
  });
});

describe('a shape', () => {
  const shape = object({ id: uuid, items: list(object({ at: micros, share: percentage })), of: orNull(count) });
  const good = { id: '5e1f0d3c-9c1b-4a52-8f6e-2b7d4c9a1e30', items: [{ at: 1.7e15, share: 33.33 }], of: null, more: 1 };

  it('takes what has all fields, and more', () => {
    shaped('body', good, shape);
  });

  it.each([
    ['body.id is "x", not a UUID', { ...good, id: 'x' }],
    ['body.of is absent', { id: good.id, items: [] }],
    ['body.items[0].at is 1700000000, not microseconds', { ...good, items: [{ at: 1.7e9, share: 1 }] }],
    ['body.items[0].share is 33.333, not a percentage', { ...good, items: [{ at: 1.7e15, share: 33.333 }] }],
    ['body.items is {}, not an array', { ...good, items: {} }],
    ['body.of is -1', { ...good, of: -1 }],
  ])('says what is wrong: %s', (says, value) => {
    expect(() => shaped('body', value, shape)).toThrow(says);
  });
});

describe('a problem', () => {
  it('is one with all its members', () => {
    expect(problem('it', answer(422, JSON_PROBLEM, PROBLEM), 422, 'invalid_input')).toBe(PROBLEM);
  });

  it.each<[string, Answer]>([
    ['another status', answer(200, JSON_PROBLEM, PROBLEM)],
    ['plain JSON', answer(422, 'application/json', PROBLEM)],
    ['another request id', answer(422, JSON_PROBLEM, { ...PROBLEM, request_id: 'r2' })],
    ['no errors', answer(422, JSON_PROBLEM, { ...PROBLEM, errors: undefined })],
    ['another status in the body', answer(422, JSON_PROBLEM, { ...PROBLEM, status: 400 })],
    ['another code', answer(422, JSON_PROBLEM, { ...PROBLEM, code: 'other' })],
  ])('is none with %s', (_what, wrong) => {
    expect(() => problem('it', wrong, 422, 'invalid_input')).toThrow(Mismatch);
  });
});

describe('the client', () => {
  it('keeps the organizations that were made, however its headers change', () => {
    const client = new Client('http://127.0.0.1:1', {});
    client.with({ a: 'b' }).made.push('id');
    expect(client.made).toEqual(['id']);
  });
});
