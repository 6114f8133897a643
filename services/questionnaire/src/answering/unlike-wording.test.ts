import { describe, expect, it } from '@jest/globals';
import { passage, request } from './evidence.fixture.js';
import { KnowledgeIndex } from './knowledge-index.js';
import { answerLocally } from './local-engine.js';
import type { EngineAnswer } from './types.js';

const index = new KnowledgeIndex();
index.add([
  passage(
    'p1',
    'Alder Freight > Access',
    'Managers confirm the permissions of their people every quarter.\nAccounts are blocked on the last working day of whoever leaves.',
  ),
  passage(
    'p2',
    'Alder Freight > Cryptography',
    'Topic | Standard\nKey rotation | Every 90 days\nData at rest | AES-256',
  ),
  passage(
    'p3',
    'Alder Freight > Testing',
    'An outside firm attacks our web application once a year. The last engagement ended on 3 June 2026.',
  ),
  passage(
    'p4',
    'Alder Freight > Deadlines',
    'Vulnerabilities are fixed, from the day of detection:\nCritical: 5 days\nHigh: 20 days',
  ),
  passage('p5', 'Alder Freight > Operations', 'Alerts are watched by our team between 07:00 and 22:00.'),
  passage('p6', 'Alder Freight > Incidents', 'Customers are told about a breach within 36 hours.'),
]);
const ask = (text: string): EngineAnswer => answerLocally(index, request(text));

describe('questions worded unlike the evidence', () => {
  it.each([
    ['How often are access rights reviewed?', /every quarter/],
    ['When is access revoked after an employee leaves?', /last working day/],
    ['How often are encryption keys rotated?', /90 days/],
    ['When was your most recent penetration test?', /3 June 2026/],
    ['Within how many hours will you notify us of a breach?', /36 hours/],
    ['What is your timeline for fixing critical vulnerabilities?', /from the day of detection: Critical: 5 days/],
  ])('finds the answer to "%s"', (question, expected) => {
    const answer = ask(question);
    expect(answer.answer).toMatch(expected);
    expect(answer.citations.length).toBeGreaterThan(0);
  });

  it('does not take hours of the day for all of them', () => {
    expect(ask('Are alerts monitored 24x7?').answer).not.toMatch(/^Yes/);
  });

  it('does not take a duty to notify for a breach that happened', () => {
    expect(ask('Have you had a data breach in the last three years?').status).toBe('NEEDS_INFO');
  });

  it.each([
    'Can we supply our own encryption keys?',
    'Can backups be extended on request?',
    'Do you rotate service account passwords?',
  ])('leaves "%s" open, which is next to what is known', (question) => {
    expect(ask(question).status).toBe('NEEDS_INFO');
  });
});
