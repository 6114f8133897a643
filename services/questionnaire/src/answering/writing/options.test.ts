/** @jest-environment ./test/support/models-environment.mjs */
import { describe, expect, it } from '@jest/globals';
import { durationInDays, rangeOf } from '../deciding/durations.js';
import { HARBOUR, request } from '../evidence.fixture.js';
import { indexOf } from '../evidence-index.fixture.js';
import { answerLocally } from '../local-engine.js';
import { startReader } from '../reading/reader.js';
import type { AnswerRequest, EngineAnswer } from '../types.js';

const harbour = indexOf(HARBOUR);
const ask = async (
  text: string,
  answerType: AnswerRequest['answerType'],
  options: string[] = [],
): Promise<EngineAnswer> => answerLocally(await harbour, await startReader(), request(text, { answerType, options }));

describe('fitting an answer to its cell', () => {
  it.each([
    ['Is data encrypted at rest?', ['Yes', 'No', 'N/A'], 'Yes'],
    ['Do you run a bug bounty programme?', ['Ja', 'Nein'], 'Nein'],
    ['Do you support single sign-on for hotels?', ['Yes', 'No', 'Planned'], 'Planned'],
    ['How often are access rights reviewed?', ['Monthly', 'Semi-annually', 'Annually'], 'Semi-annually'],
    [
      'How long are backups kept?',
      ['Less than 7 days', '7 to 14 days', '15-60 days', 'More than 60 days'],
      '15-60 days',
    ],
    ['Which algorithm protects data at rest?', ['3DES', 'AES-128', 'AES-256'], 'AES-256'],
  ])('chooses for "%s" the option that the evidence says', async (text, options, expected) => {
    const answer = await ask(text, 'choice', options);
    expect(answer.answer).toBe(expected);
    expect(answer.comment).not.toBe('');
    expect(answer.citations).not.toEqual([]);
  });

  it('leaves the cell open when none of the options is what the evidence says', async () => {
    expect((await ask('Which algorithm protects data at rest?', 'choice', ['3DES', 'Blowfish'])).status).toBe(
      'NEEDS_INFO',
    );
  });

  it('gives yes or no alone to a boolean cell, a number to a number cell', async () => {
    expect((await ask('Is data encrypted at rest?', 'boolean')).answer).toBe('Yes');
    expect((await ask('How long are backups kept?', 'number')).answer).toBe('30');
  });

  it('leaves a date cell open when the evidence has no full date', async () => {
    expect((await ask('Since when are you ISO 27001 certified?', 'date')).status).toBe('NEEDS_INFO');
  });
});

describe('durations', () => {
  it.each([
    ['kept for 30 days', 30],
    ['within 72 hours', 3],
    ['every two weeks', 14],
    ['one year', 365],
    ['soon', undefined],
  ])('of "%s" are counted in days', (text, days) => expect(durationInDays(text)).toBe(days));

  it.each([
    ['< 1 month', 10, true],
    ['up to 30 days', 30, true],
    ['more than 30 days', 30, false],
    ['1-3 months', 60, true],
    ['24 hours', 1, true],
  ])('option "%s" holds %d days: %s', (option, days, expected) => expect(rangeOf(option)?.(days)).toBe(expected));
});
