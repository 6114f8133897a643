import { describe, expect, it } from '@jest/globals';
import { wordingFault } from './same-facts.js';

const ANSWER =
  'Yes. Acme deletes customer data within 30 days of the end of the contract. It is not sold to anybody. Backups are encrypted with AES-256, in line with GDPR.';
const translated = (text: string, language: string, answer = ANSWER, known = '') =>
  wordingFault({ text: answer, language: 'en' }, { text, language }, { known, isWhole: true })?.code;
const rewritten = (text: string, known = '') =>
  wordingFault({ text: ANSWER, language: 'en' }, { text, language: 'en' }, { known, isWhole: false })?.code;

describe('a translation', () => {
  it.each([
    [
      'de',
      'Ja. Acme löscht Kundendaten innerhalb von 30 Tagen nach Vertragsende. Sie werden an niemanden verkauft. Sicherungen sind mit AES-256 verschlüsselt, gemäß DSGVO.',
    ],
    [
      'fr',
      'Oui. Acme supprime les données des clients dans les 30 jours suivant la fin du contrat. Elles ne sont vendues à personne. Les sauvegardes sont chiffrées avec AES-256, conformément au RGPD.',
    ],
    [
      'es',
      'Sí. Acme elimina los datos de los clientes en un plazo de treinta días tras el fin del contrato. No se venden a nadie. Las copias están cifradas con AES-256, conforme al RGPD.',
    ],
    [
      'pl',
      'Tak. Acme usuwa dane klientów w ciągu 30 dni od końca umowy. Nie są one nikomu sprzedawane. Kopie zapasowe są szyfrowane za pomocą AES-256, zgodnie z RODO.',
    ],
    [
      'ja',
      'はい。Acme は契約終了後 30 日以内に顧客データを削除します。誰にも販売されません。バックアップは GDPR に従い AES-256 で暗号化されています。',
    ],
  ])('with the same facts passes: %s', (language, text) => {
    expect(translated(text, language)).toBeUndefined();
  });

  it.each([
    [
      'number_not_in_answer',
      'de',
      'Ja. Acme löscht Kundendaten innerhalb von 60 Tagen nach Vertragsende. Sie werden nicht verkauft. Sicherungen sind mit AES-256 verschlüsselt, gemäß DSGVO.',
    ],
    [
      'number_not_in_answer',
      'de',
      'Ja. Acme löscht Kundendaten innerhalb von neunzig Tagen nach Vertragsende, auch nach 30. Sie werden nicht verkauft. Sicherungen sind mit AES-256 verschlüsselt, gemäß DSGVO.',
    ],
    [
      'number_missing',
      'de',
      'Ja. Acme löscht Kundendaten bald nach Vertragsende. Sie werden nicht verkauft. Sicherungen sind mit AES-256 verschlüsselt, gemäß DSGVO.',
    ],
    [
      'polarity_changed',
      'de',
      'Ja. Acme löscht Kundendaten innerhalb von 30 Tagen nach Vertragsende. Sie werden verkauft. Sicherungen sind mit AES-256 verschlüsselt, gemäß DSGVO.',
    ],
    [
      'polarity_changed',
      'fr',
      'Non. Acme supprime les données dans les 30 jours. Elles ne sont vendues à personne. Les sauvegardes sont chiffrées avec AES-256, conformément au RGPD.',
    ],
    [
      'name_not_in_answer',
      'fr',
      'Oui. Acme supprime les données dans les 30 jours, comme Globex le fait. Elles ne sont vendues à personne. Les sauvegardes sont chiffrées avec AES-256, conformément au RGPD.',
    ],
    [
      'name_not_in_answer',
      'de',
      'Ja. Acme löscht Kundendaten innerhalb von 30 Tagen, zertifiziert nach TISAX. Sie werden nicht verkauft. Sicherungen sind mit AES-256 verschlüsselt, gemäß DSGVO.',
    ],
    [
      'name_missing',
      'de',
      'Ja. Acme löscht Kundendaten innerhalb von 30 Tagen. Sie werden nicht verkauft. Sicherungen sind mit AES-256 verschlüsselt.',
    ],
    [
      'name_not_in_answer',
      'ja',
      'はい。Acme は契約終了後 30 日以内に Globex のデータを削除します。バックアップは GDPR に従い AES-256 で暗号化されています。',
    ],
  ])('is rejected for %s: %s', (code, language, text) => {
    expect(translated(text, language)).toBe(code);
  });

  it('may name a country as its language does', () => {
    const answer = 'Data is kept in Germany and the data center is run by Acme.';
    expect(
      translated('Les données sont conservées en Allemagne et le centre est exploité par Acme.', 'fr', answer),
    ).toBeUndefined();
    expect(translated('Les données sont conservées en Irlande et le centre est exploité par Acme.', 'fr', answer)).toBe(
      'name_not_in_answer',
    );
  });
});

describe('another wording in the same language', () => {
  it('may leave out, and brings nothing in', () => {
    expect(rewritten('Yes. Customer data is deleted within thirty days and not sold.')).toBeUndefined();
    expect(rewritten('Yes. Customer data is deleted within 24 hours.')).toBe('number_not_in_answer');
    expect(rewritten('Yes. Customer data is deleted within 24 hours.', 'Deletion takes 24 hours.')).toBeUndefined();
    expect(rewritten('No. Customer data is deleted within 30 days.')).toBe('polarity_changed');
    expect(rewritten('Yes, in line with HIPAA.')).toBe('name_not_in_answer');
  });

  it('denies nothing that was not denied, and affirms nothing that was', () => {
    const held = { text: 'The certification is held.', language: 'en' };
    const not = { text: 'The certification is not held.', language: 'en' };
    const with_ = { known: '', isWhole: false };
    expect(wordingFault(held, not, with_)?.code).toBe('polarity_changed');
    expect(wordingFault(not, held, with_)?.code).toBe('polarity_changed');
    expect(wordingFault(not, not, with_)).toBeUndefined();
  });
});
