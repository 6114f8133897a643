import { describe, expect, it } from '@jest/globals';
import { passage, request } from './evidence.fixture.js';
import { KnowledgeIndex } from './knowledge-index.js';
import { answerLocally } from './local-engine.js';
import { keeps, statedPeriod } from './periods.js';
import type { EngineAnswer } from './types.js';

const index = new KnowledgeIndex();
index.add([
  passage(
    'p1',
    'Larkspur > Governance',
    'Security policies are reviewed every two years. Access rights are reviewed quarterly.',
  ),
  passage('p2', 'Larkspur > Incidents', 'Customers are informed of a personal data breach within 72 hours.'),
  passage('p3', 'Larkspur > Logging', 'Audit logs are retained for 18 months.'),
  passage('p4', 'Larkspur > Certificates', 'Standard | State\nISO 27001 | No\nSOC 2 Type II | Report available'),
  passage(
    'p5',
    'Larkspur > Suppliers',
    'Class A suppliers are audited every three years. Suppliers are assessed before they are engaged.',
  ),
  passage('p6', 'Larkspur > Scope', 'Two things are outside it: the desktop client and the legacy reporting module.'),
  passage(
    'p7',
    'Larkspur > Often asked',
    'Can we bring our own encryption keys? Only customers of the Enterprise plan can.\nDo you offer source code escrow? No, we do not.',
  ),
  passage('p8', 'Larkspur > Availability', 'Incidents are posted on status.larkspur.example.'),
  passage('p9', 'Larkspur > Devices', 'The use of USB sticks is prohibited.'),
  passage('p10', 'Larkspur > What we are working on', 'Passkeys for customer users.'),
]);
const ask = (text: string): EngineAnswer => answerLocally(index, request(text));

describe('a time that the question states', () => {
  it.each([
    ['Are security policies reviewed at least annually?', /^No/],
    ['Security policies are reviewed every three years.', /^Yes/],
    ['Are access rights reviewed at least every six months?', /^Yes/],
    ['Do you notify customers of a personal data breach within 24 hours?', /^No/],
    ['Do you notify customers of a personal data breach within 5 days?', /^Yes/],
    ['Are audit logs retained for at least 12 months?', /^Yes/],
    ['Are audit logs retained for at least two years?', /^No/],
  ])('is compared with that of the evidence: %s', (question, answer) => {
    expect(ask(question).answer).toMatch(answer);
  });

  it('is not confirmed by evidence without a time', () => {
    expect(ask('Are suppliers assessed annually?').answer).not.toMatch(/^Yes/);
  });

  it('is read with its unit and direction', () => {
    expect(statedPeriod('Is it done at least twice a year?')).toMatchObject({ kind: 'every', days: 182.5 });
    expect(statedPeriod('Are you told no later than 48 hours after?')).toMatchObject({ kind: 'within', days: 2 });
    expect(statedPeriod('Is it kept for a minimum of 6 months?')).toMatchObject({ kind: 'atLeast', days: 180 });
    expect(statedPeriod('Has it happened in the last 12 months?')).toBeUndefined();
    expect(keeps({ kind: 'within', days: 2, start: 0, end: 0 }, 'We answer soon.')).toBeUndefined();
  });
});

describe('forms of evidence', () => {
  it('a cell that says No denies its row', () => {
    expect(ask('Are you certified to ISO 27001?').answer).toMatch(/^No/);
    expect(ask('Do you have a SOC 2 Type II report?').answer).toMatch(/^Yes/);
  });

  it('one member of a series does not stand for another', () => {
    expect(ask('How often are class A suppliers audited?').answer).toMatch(/three years/);
    expect(ask('How often are class B suppliers audited?').status).toBe('NEEDS_INFO');
  });

  it('a list of what is left out is no list of what there is', () => {
    expect(ask('Is the legacy reporting module covered?').answer).not.toMatch(/^Yes/);
  });

  it('a question of an FAQ answers nothing, what follows it does', () => {
    expect(ask('Can customers bring their own encryption keys?').answer).toMatch(
      /Only customers of the Enterprise plan/,
    );
    expect(ask('Do you offer source code escrow?').answer).toMatch(/^No/);
  });

  it('an address tells what it is for', () => {
    expect(ask('Do you operate a public status page?').answer).toMatch(/^Yes.*status\.larkspur\.example/);
  });

  it('what is forbidden is not done', () => {
    expect(ask('Are USB sticks used?').answer).toMatch(/^No/);
    expect(ask('Is the use of USB sticks prohibited?').answer).toMatch(/^Yes/);
  });

  it('what a heading calls work in progress is not there yet', () => {
    expect(ask('Do you support passkeys for customer users?').answer).not.toMatch(/^Yes/);
  });
});

describe('forms of questions', () => {
  it('"the vendor" is the company that is asked, unless the question says "you"', () => {
    expect(ask("The vendor's security policies are reviewed at least annually.").answer).toMatch(/^No/);
    expect(ask('Does the supplier hold a SOC 2 Type II report?').answer).toMatch(/^Yes/);
  });

  it('a preposition before the asking word is no yes-or-no question', () => {
    expect(ask('For what length of time are audit logs retained?').answer).toMatch(
      /^Audit logs are retained for 18 months/,
    );
  });
});
