import { describe, expect, it } from '@jest/globals';
import { invalid } from './errors.js';

describe('the refusal of wrong input', () => {
  it('names the first wrong field, once', () => {
    expect(invalid([{ path: 'hd.1', message: 'A domain looks like "example.com".' }]).message).toBe(
      'hd.1: A domain looks like "example.com".',
    );
    expect(invalid([{ path: 'email', message: 'email must be an email address.' }]).message).toBe(
      'email must be an email address.',
    );
    expect(invalid([{ path: '', message: 'The body is not JSON.' }]).message).toBe('The body is not JSON.');
    expect(invalid([]).message).toBe('The input is invalid.');
  });
});
