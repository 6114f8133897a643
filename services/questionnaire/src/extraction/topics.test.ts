import { describe, expect, it } from '@jest/globals';
import { topicsOf } from './topics.js';

const names = (...texts: string[]): string[] =>
  topicsOf(texts.map((text) => ({ text, section: '' }))).map((topic) => topic.name);

describe('topics', () => {
  it('names what the questions speak of, the commonest first', () => {
    expect(
      names(
        'Is data encrypted at rest?',
        'Do you use TLS 1.2?',
        'Who manages the encryption keys?',
        'Is MFA enforced?',
        'How are passwords stored?',
        'Nice weather?',
      ),
    ).toEqual(['Encryption', 'Access control']);
  });

  it('knows other languages', () => {
    expect(names('Werden Daten verschlüsselt?', 'Les données sont-elles chiffrées ?', '¿Se utiliza cifrado?')).toEqual([
      'Encryption',
    ]);
  });

  it('names five at most and the same ones each time', () => {
    const texts = ['MFA', 'TLS', 'incident', 'patch management', 'backup', 'GDPR', 'firewall', 'SIEM'];
    expect(names(...texts)).toHaveLength(5);
    expect(names(...texts)).toEqual(names(...texts));
  });

  it('names none when nothing is spoken of', () => {
    expect(names('What is your favourite colour?')).toEqual([]);
    expect(topicsOf([])).toEqual([]);
  });
});
