/** @jest-environment ./test/support/models-environment.mjs */
import { describe, expect, it } from '@jest/globals';
import { startReader } from '../reading/reader.js';
import { compareFacts, comparePair } from './said-the-same.js';

const compared = (question: string, ours: string, sent: string, options: string[] = []) =>
  compareFacts({
    id: 'q',
    question,
    options,
    ours: { answer: ours, comment: '' },
    sent: { answer: sent, comment: '' },
  });

describe('two answers to one question', () => {
  it('agree or not by the option that they choose, in whatever order', () => {
    const options = ['Yes', 'No', 'Partly'];
    expect(compared('Is it done?', 'yes', 'Yes', options)).toEqual({ verdict: 'agreed', reason: 'option' });
    expect(compared('Is it done?', 'Partly', 'Yes', options)).toEqual({ verdict: 'contradicted', reason: 'option' });
    expect(compared('Which?', 'A; B', 'B; A', ['A', 'B', 'C'])?.verdict).toBe('agreed');
    expect(compared('Which?', 'A', 'B; A', ['A', 'B', 'C'])?.verdict).toBe('contradicted');
  });

  it('agree or not by their yes and no, in several languages', () => {
    const question = 'Is data encrypted?';
    expect(compared(question, 'Yes, with AES.', 'No.')).toEqual({ verdict: 'contradicted', reason: 'polarity' });
    expect(compared(question, 'Yes, with AES.', 'Ja.')).toEqual({ verdict: 'agreed', reason: 'polarity' });
  });

  it('agree or not by periods and numbers, however they are written', () => {
    const logs = 'How long are logs kept?';
    expect(compared(logs, 'For 12 months.', 'One year.')).toEqual({ verdict: 'agreed', reason: 'period' });
    expect(compared(logs, 'For 6 months.', 'For 13 months.')).toEqual({ verdict: 'contradicted', reason: 'period' });
    const tls = 'Is traffic encrypted?';
    expect(compared(tls, 'Yes, by TLS 1.2.', 'Yes, by TLS 1.3.')).toEqual({
      verdict: 'contradicted',
      reason: 'number',
    });
  });

  it('agree or not by a name where a name is asked', () => {
    const where = 'Where is data stored?';
    expect(compared(where, 'It is stored in Frankfurt.', 'We use Frankfurt and Dublin.')).toEqual({
      verdict: 'agreed',
      reason: 'name',
    });
    expect(compared(where, 'It is stored in Oslo.', 'We use data centres in Dublin.')).toEqual({
      verdict: 'contradicted',
      reason: 'name',
    });
  });

  it('agree when one says all that the other says, and contradict when it denies it', () => {
    const how = 'Describe private devices.';
    expect(compared(how, 'Private devices are allowed.', 'Private devices are allowed, with a lock.')).toEqual({
      verdict: 'agreed',
      reason: 'words',
    });
    expect(
      compared('When is the report sent?', 'The report is sent within 10 working days.', 'Within 10 working days.'),
    ).toEqual({
      verdict: 'agreed',
      reason: 'words',
    });
    expect(compared(how, 'Private devices are not allowed.', 'Private devices are allowed.')).toEqual({
      verdict: 'contradicted',
      reason: 'polarity',
    });
  });

  it('are left to the judge where none of this tells', () => {
    expect(compared('Describe your backups.', 'Nightly copies.', 'We take snapshots.')).toBeUndefined();
  });

  it.each([
    ['Is customer data encrypted?', 'Yes, all data and backups are encrypted.', 'Yes, but backups are not encrypted.'],
    ['Is MFA required?', 'Yes, for all users.', 'Yes, but only for administrators.'],
    ['Where is data stored?', 'In Frankfurt and Dublin.', 'In Frankfurt and Mumbai.'],
    ['Do you tell customers?', 'Yes, within 24 hours, others in 72 hours.', 'Yes, within 72 hours, others in 30 days.'],
    ['Describe encryption.', 'We encrypt data at rest.', 'We encrypt data at rest, except for backups.'],
  ])('are not called the same when both say one thing and each another beside it: %s', (question, ours, sent) => {
    expect(compared(question, ours, sent)).toEqual({ verdict: 'unclear', reason: 'unclear' });
  });

  it.each([
    ['Which hash protects passwords?', 'Passwords are hashed with bcrypt.', 'Passwords are hashed with MD5.'],
    ['Which cipher protects data?', 'Data is encrypted with Blowfish.', 'Data is encrypted with AES-256.'],
    ['How is data separated?', 'Each customer has a database of its own.', 'All customers share one database.'],
    ['Who has access?', 'Engineers have access to production.', 'Only engineers in Germany have access to production.'],
    ['Who approves changes?', 'The head of engineering approves changes.', 'Every developer approves own changes.'],
  ])(
    'are not called the same because both tell something: %s',
    async (question, ours, sent) => {
      const texts = { ours: { answer: ours, comment: '' }, sent: { answer: sent, comment: '' } };
      const { verdict } = await comparePair({ id: 'q', question, options: [], ...texts }, startReader);
      expect(verdict).not.toBe('agreed');
    },
    60_000,
  );

  it('agree without a yes when the judge takes both for one', async () => {
    const texts = {
      ours: { answer: 'All laptops have full disk encryption.', comment: '' },
      sent: { answer: 'Laptops are encrypted with BitLocker.', comment: '' },
    };
    const pair = { id: 'q', question: 'Are laptops encrypted?', options: [], ...texts };
    expect(await comparePair(pair, startReader)).toMatchObject({ verdict: 'agreed' });
  }, 60_000);
});
