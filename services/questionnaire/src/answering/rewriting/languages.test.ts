import { describe, expect, it } from '@jest/globals';
import { detectLanguage, languageOf } from './languages.js';

describe('the language of a questionnaire', () => {
  it.each([
    ['en', 'Do you encrypt backups at rest? Describe how keys are stored and who has access to them.'],
    [
      'de',
      'Werden Sicherungen verschlüsselt? Bitte beschreiben Sie, wie die Schlüssel aufbewahrt werden und wer sie hat.',
    ],
    [
      'fr',
      'Les sauvegardes sont-elles chiffrées ? Décrivez comment les clés sont conservées et qui y a accès dans votre société.',
    ],
    [
      'es',
      '¿Están cifradas las copias de seguridad? Describa cómo se guardan las claves y quién tiene acceso a ellas.',
    ],
    [
      'it',
      'Le copie di backup sono cifrate? Come vengono conservate le chiavi e quali persone della vostra azienda le hanno?',
    ],
    [
      'nl',
      'Worden de back-ups versleuteld? Hoe worden de sleutels bewaard en welke medewerkers van uw bedrijf hebben ze?',
    ],
    [
      'pt',
      'As cópias de segurança são cifradas? Como são guardadas as chaves e quais pessoas da sua empresa têm acesso?',
    ],
    [
      'pl',
      'Czy kopie zapasowe są szyfrowane? Proszę opisać, jak są przechowywane klucze i które osoby z firmy je mają.',
    ],
    ['sv', 'Är säkerhetskopior krypterade? Beskriv hur nycklar förvaras och vilka som har tillgång till dem hos er.'],
    ['ru', 'Шифруются ли резервные копии? Опишите, как хранятся ключи и кто из вашей компании имеет к ним доступ.'],
    ['ja', 'バックアップは暗号化されていますか。鍵の保管方法を説明してください。'],
    ['zh', '备份是否加密？请说明密钥如何保存。'],
    ['ko', '백업은 암호화되어 있습니까? 키 보관 방법을 설명하십시오.'],
  ])('is told by its words: %s', (code, text) => {
    expect(detectLanguage(text)).toBe(code);
  });

  it.each(['', '42', 'AES-256', 'ISO 27001 SOC 2'])('is not guessed from %j', (text) => {
    expect(detectLanguage(text)).toBeUndefined();
  });

  it('is found for a tag with a region', () => {
    expect(languageOf('pt-BR')).toBe(languageOf('pt'));
    expect(languageOf('xx')).toBeUndefined();
  });
});
