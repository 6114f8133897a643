import { describe, expect, it } from '@jest/globals';
import { isAnswerText, isChoiceWord, isOptionList, parseOptions, splitBoxes } from './choices.js';
import { isPlaceholder } from './placeholders.js';
import { headerRole } from './header-words.js';
import { isIdentifier, parentNumber, plainNumber, splitNumber } from './numbering.js';
import { isInstruction, textShape } from './text-shape.js';

describe('manner of a text', () => {
  it.each([
    ['Should the order change, then the price changes with it', 'statement'],
    ['Sollten Fragen offen bleiben, dann melden Sie sich vor dem Termin', 'statement'],
    ['Should access to the logs be reviewed', 'question'],
    ['Do you encrypt data', 'question'],
    ['What is your policy?', 'question'],
    ['Welche Daten speichern Sie?', 'question'],
    ['Avez-vous un plan de continuité', 'question'],
    ['¿Dispone de una política', 'question'],
    ['Please list all subprocessors.', 'request'],
    ['Beschreiben Sie Ihr Vorgehen', 'request'],
    ['Veuillez joindre votre politique', 'request'],
    ['If yes, please describe.', 'request'],
    ['The vendor shall report incidents within 24 hours.', 'statement'],
    ['Access control', 'phrase'],
    ['12.5 %', 'other'],
    ['https://example.com/what?', 'other'],
  ])('%s is a %s', (text, manner) => {
    expect(textShape(text).manner).toBe(manner);
  });

  it.each(['你们有备份吗', '暗号化していますか', '점검합니까'])('a word that ends %j counts as its mark', (text) => {
    expect(textShape(text)).toMatchObject({ manner: 'question', hasMark: true, endsWithMark: true });
  });

  it('knows instructions from requests', () => {
    expect(isInstruction('Select an answer from the drop-down list in column D.')).toBe(true);
    expect(isInstruction('Bitte füllen Sie alle Felder aus und beachten Sie das Tabellenblatt Hilfe.')).toBe(true);
    expect(isInstruction('Describe your backup process.')).toBe(false);
  });
});

describe('numbers', () => {
  it.each([
    ['1. Do you encrypt?', '1.', 'Do you encrypt?'],
    ['3.1.2 The vendor encrypts', '3.1.2', 'The vendor encrypts'],
    ['a) Name', 'a)', 'Name'],
    ['(iv) Name', '(iv)', 'Name'],
    ['Q12: Who approves?', 'Q12', 'Who approves?'],
    ['AC-01.2 Accounts are reviewed', 'AC-01.2', 'Accounts are reviewed'],
    ['A policy exists', '', 'A policy exists'],
    ['2024 was a good year', '', '2024 was a good year'],
    ['e.g. a firewall', '', 'e.g. a firewall'],
  ])('%s', (text, number, rest) => {
    expect(splitNumber(text)).toEqual({ number, rest });
  });

  it('tells identifiers from words', () => {
    expect(['1', '1.2.3', 'A&A-01.1', 'CAIQ-001', 'iv', '3.c.ii', 'SM1'].every(isIdentifier)).toBe(true);
    expect(['Access', 'Web page 1', 'Is it on?', 'Public web page 12'].some(isIdentifier)).toBe(false);
  });

  it('finds the number of which one is a part', () => {
    expect(['1.6.1', '3.c.ii', '7a', 'A1', '5'].map(parentNumber)).toEqual(['1.6', '3.c', '7', 'A', '']);
    expect(plainNumber(' (1.6.) ')).toBe('1.6');
  });
});

describe('choices', () => {
  it('knows words that are answers', () => {
    expect(['Yes', 'nein', 'N/A', 'Teilweise', 'Não', 'はい', 'Strongly agree'].every(isChoiceWord)).toBe(true);
    expect(isAnswerText('Yes, since last year')).toBe(true);
    expect(isChoiceWord('Yesterday')).toBe(false);
  });

  it.each([
    ['(1) Ja; (2) Nein', ['Ja', 'Nein']],
    ['a) Full time\nb) Part time', ['Full time', 'Part time']],
    ['Yes / No / N/A', ['Yes', 'No', 'N/A']],
    ['☐ Yes ☐ No', ['Yes', 'No']],
    ['free text', []],
  ])('reads the options of %j', (text, options) => {
    expect(parseOptions(text)).toEqual(options);
  });

  it('knows a list of choices and a place for an answer', () => {
    expect(isOptionList('Si\nNo\nParcial\nN/A')).toBe(true);
    expect(isOptionList('First line\nsecond line')).toBe(false);
    expect(['Select…', '<Customer name>', '____', 'Bitte auswählen', 'Choose an item.'].every(isPlaceholder)).toBe(
      true,
    );
    expect(
      isPlaceholder(
        'Selected suppliers are audited every year by our own staff and by others, see the report of last year for the details.',
      ),
    ).toBe(false);
  });

  it('cuts statements with boxes', () => {
    expect(
      splitBoxes('Audio has a transcript. ☐ Yes ☐ No ☐ NA Video has captions. ☐ Yes ☒ No').map(
        ({ before, options, checked }) => [before.trim(), options, checked],
      ),
    ).toEqual([
      ['Audio has a transcript.', ['Yes', 'No', 'NA'], []],
      ['Video has captions.', ['Yes', 'No'], ['No']],
    ]);
  });
});

describe('headings', () => {
  it.each([
    ['Question', 'question'],
    ['Question Number', 'id'],
    ['No.', 'choice'],
    ['Nr.', 'id'],
    ['Número de pregunta', 'id'],
    ['Response options', 'options'],
    ['Drop-down answer', 'answer'],
    ['Correct Answer', 'guidance'],
    ['Answer Type', 'type'],
    ['Compliant? (Y/N)', 'answer'],
    ['Conformance Level', 'status'],
    ['Compliance score', 'score'],
    ['Additional Information', 'comment'],
    ['Evidence required', 'evidence'],
    ['Anforderung', 'requirement'],
    ['Lieferantenantwort', 'answer'],
    ['回答', 'answer'],
    ['Control Domain', 'section'],
    ['Question category', 'section'],
    ['Question / Category', 'question'],
    ['Pytanie / Kategoria', 'question'],
    ['Frage / Thema', 'question'],
    ['Category / Question', 'question'],
  ])('%s heads a column of kind %s', (text, role) => {
    expect(headerRole(text)?.role).toBe(role);
  });

  it('says nothing of headings that it does not know', () => {
    expect(headerRole('Zanzibar')).toBeUndefined();
  });
});
