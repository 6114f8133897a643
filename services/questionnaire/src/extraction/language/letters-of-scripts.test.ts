import { describe, expect, it } from '@jest/globals';
import { isOptionList, parseOptions } from './choices.js';
import { conditionOf } from '../dependence/conditions.js';
import { withoutItemNumber } from './item-number.js';
import { letteredQuestions } from './lettered.js';
import { isIdentifier, parentNumber, splitNumber } from './numbering.js';
import { isOpenQuestion } from './open-questions.js';
import { partOf } from './part-words.js';
import { asksToChoose } from './words.js';

describe('letters of other scripts', () => {
  it('number the items of a list as a, b, c do', () => {
    expect(splitNumber('б) Есть ли план восстановления?')).toEqual({
      number: 'б)',
      rest: 'Есть ли план восстановления?',
    });
    expect(splitNumber('β) Υπάρχει σχέδιο;').number).toBe('β)');
    expect(splitNumber('ב) האם יש מדיניות?').number).toBe('ב)');
    expect(splitNumber('２、数据是否加密？')).toEqual({ number: '２', rest: '数据是否加密？' });
    expect(withoutItemNumber('(в) Кто отвечает?')).toEqual({ number: '(в)', text: 'Кто отвечает?' });
    expect(withoutItemNumber('№ 4. Кто отвечает?').text).toBe('Кто отвечает?');
    expect(withoutItemNumber('ИБ-01 Есть ли у вас политика?').number).toBe('ИБ-01');
    expect(['а)', 'γ)', '(д)'].every(isIdentifier)).toBe(true);
    expect(parentNumber('3.б')).toBe('3');
    expect(parentNumber('7а')).toBe('7');
  });

  it('are none where they abbreviate a word or are one', () => {
    expect(splitNumber('г. Москва, ул. Ленина').number).toBe('');
    expect(splitNumber('注) 本表').number).toBe('');
    expect(splitNumber('問、答えて').number).toBe('');
  });

  it('part the questions and the options of one cell', () => {
    expect(
      letteredQuestions('а) Есть ли резервные копии?\nб) Кто их проверяет?')?.parts.map(({ number }) => number),
    ).toEqual(['а', 'б']);
    expect(parseOptions('а) ежедневно\nб) еженедельно')).toEqual(['ежедневно', 'еженедельно']);
    expect(isOptionList('а) ежедневно\nб) еженедельно')).toBe(true);
    expect(partOf('Часть Б: Сеть')).toEqual({ label: 'Часть Б', rest: 'Сеть' });
  });

  it('begin and end words', () => {
    expect(isOpenQuestion('Да или нет?')).toBe(false);
    expect(isOpenQuestion('Частное или публичное?')).toBe(true);
    expect(asksToChoose('Отметьте подходящее')).toBe(true);
    expect(conditionOf('Если нет почему')).toBe('no');
  });
});
