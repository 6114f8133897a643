import { describe, expect, it } from '@jest/globals';
import { isOpenQuestion } from './open-questions.js';

describe('questions that yes or no does not answer', () => {
  it.each([
    'Which vendors do you use?',
    'If yes, which ones?',
    'With what technology?',
    'If so, since when?',
    'When was it last tested?',
    'Private or public?',
    'Welche Systeme sind angebunden?',
    'Falls ja: wie oft?',
    'Seit wann?',
    'Si oui, lesquels ?',
    'À quelle fréquence ?',
    'En caso afirmativo, ¿cuáles?',
    '¿Con qué proveedor?',
    'Se sim, quantos?',
    'Se sì, con chi?',
    'Zo ja, welke?',
    'Jeśli tak, jakie?',
    'Om ja, hur ofta?',
    'Если да, какие?',
    'どのような方法で暗号化していますか？',
    '如果有，由谁负责？',
    '얼마나 자주 점검합니까?',
  ])('%s', (text) => {
    expect(isOpenQuestion(text)).toBe(true);
  });

  it.each([
    'Do you encrypt data?',
    'Was the policy approved?',
    'When an employee leaves, is access revoked?',
    'Is there a plan, and does it say who decides?',
    'Gibt es ein Konzept, das regelt, welche Daten gelöscht werden?',
    'Existe-t-il un plan de continuité ?',
    '¿Existe una política?',
    'Yes or no?',
    'Ist das so oder nicht?',
    'Ci sono uffici remoti?',
    'バックアップを取得していますか？',
  ])('not: %s', (text) => {
    expect(isOpenQuestion(text)).toBe(false);
  });
});
