import { describe, expect, it } from '@jest/globals';
import type { ParagraphBlock } from '../documents/model.js';
import { questionsOf } from './asked.fixture.js';
import { documentOf, textsOf } from './text.fixture.js';

const answersOf = (...document: Parameters<typeof documentOf>): [string, string][] =>
  questionsOf(documentOf(...document)).map(({ text, existingAnswer }) => [text, existingAnswer]);

const inBold = (text: string): Partial<ParagraphBlock> => ({ text, bold: true });

describe('labels in running text with what was written behind them', () => {
  it('asks the labels of a filled form, and keeps what was answered', () => {
    expect(
      answersOf([
        '# Project brief',
        'Company: Green Valley Dairy Ltd.',
        'Contact name: Ada Hill',
        'Address: 4 Mill Lane',
        'Line of business: organic cheese',
        inBold('What is the shop for?'),
        'To reach customers outside of town.',
        'How long have you been in business? Twelve years.',
      ]),
    ).toEqual([
      ['Company:', 'Green Valley Dairy Ltd.'],
      ['Contact name:', 'Ada Hill'],
      ['Address:', '4 Mill Lane'],
      ['Line of business:', 'organic cheese'],
      ['What is the shop for?', ''],
      ['How long have you been in business?', 'Twelve years.'],
    ]);
  });

  it.each([
    ['Firma: Bergkäse GmbH', 'Name: Eva Berg', 'Anschrift: Am Hang 3', 'Gründungsjahr: 2001'],
    ['Empresa: Quesos del Valle', 'Nombre: Eva Ruiz', 'Dirección: Calle Mayor 4', 'Año de fundación: 2001'],
    ['Компания: ООО «Сыр»', 'Имя: Анна', 'Телефон: 123', 'Год основания: 2001'],
    ['会社名：株式会社みどり', '担当者名：山田', '住所：東京都', '設立年：2001年'],
  ])('does so in other languages and in a PDF: %s', (...lines) => {
    expect(textsOf(lines, 'pdf')).toEqual(lines.map((line) => /^[^:：]+[:：]/u.exec(line)![0]));
  });

  it('takes the sign of a template for a blank, behind a label and below it', () => {
    expect(
      answersOf([
        inBold('Name of applicant: {{applicant}}'),
        inBold('Project number (see the list):'),
        inBold('Repository: <repository>'),
        'Any concerns: (Tell us which files this is about.)',
        '{{concerns}}',
      ]),
    ).toEqual([
      ['Name of applicant:', ''],
      ['Project number (see the list):', ''],
      ['Repository:', ''],
      ['Any concerns: (Tell us which files this is about.)', ''],
    ]);
  });

  it.each([
    [
      'facts about the file',
      ['Document: Access policy', 'Version: 1.2', 'Author: A. Hill', 'Approved: 3 May', 'Company: Acme'],
    ],
    [
      'remarks in prose',
      [
        'This policy says who may enter the rooms in which our servers stand.',
        'Note: visitors are always accompanied.',
        'Scope: all sites of the company.',
        'Exceptions: none are granted without a reason.',
        'Visitors sign the book at the door and give it back when they leave.',
        'Owner: the head of facilities.',
        'All doors are locked in the evening and opened in the morning by the guard.',
        'Keys are counted every month, and each loss is told to the head of facilities.',
      ],
    ],
    ['options in brackets and marks of a page', ['Special offers', '{user input}', '<td>some text</td>', 'More words']],
  ])('asks nothing of %s', (_what, lines) => {
    expect(textsOf(lines)).toEqual([]);
  });
});
