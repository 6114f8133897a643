import { describe, expect, it } from '@jest/globals';
import { isPlaceholder, isPrompt, offeredChoices } from './placeholders.js';

describe('the place of an answer', () => {
  it.each([
    ...['Select…', '-- Select --', 'Choose an item.', 'Click or tap here to enter text.', 'Enter your reply here'],
    ...['Response:', 'Vendor response', 'Your answer:', 'Reply from the tenant:', 'Comments:\nEvidence:', '回答：'],
    ...['TBC', 'TBD by the board', 'To be confirmed', 'Pending', 'Not answered', 'Awaiting input from IT', '(blank)'],
    ...['{{reply}}', '<Customer name>', '[Insert response here]', '«Antwort»', '____', '...', '?', 'XXX'],
    ...['Supplier to complete', 'Bidder must confirm', 'Please provide details', 'Please explain', 'Bitte erläutern'],
    ...['Noch offen', 'À compléter', 'Por confirmar', 'Da compilare', 'Nog in te vullen', 'Veuillez préciser'],
    ...['[ ]', '[…]', '[Vendor response]', '[Enter text]', '[insert policy name]', '[Company name]', '[Date]', '[TBC]'],
    ...[
      '[Provide link to the policy]',
      '[Your answer here]',
      '[Antwort eintragen]',
      '[À compléter]',
      '[Indique el plazo]',
    ],
    ...['[Select]', '[Yes/No]', '[укажите срок]', '[请填写]', '[ご記入ください]', '[Supplier to complete]'],
    ...['Yes / No', 'Y/N', 'Ja / Nein / Teilweise', 'Yes or no', 'Pass / Fail'],
  ])('is not answered by %j', (text) => {
    expect(isPlaceholder(text)).toBe(true);
  });

  it.each([
    ...['0', 'N/A', 'No', 'Yes', 'None', 'Planned', 'In progress', 'x', 'TLS 1.2', '24/7', 'SOC 2 / ISO 27001'],
    ...['We select suppliers with care.', 'Type II report available', 'Select employees hold the keys.'],
    ...[
      '[see 4.2]',
      '[Confidential]',
      '[Confidential] Held in two regions.',
      '[N/A]',
      '[AES-256]',
      '[Complete]',
      '[1]',
    ],
    ...[
      '[Type II report]',
      '[Provided separately]',
      '[List of subprocessors attached]',
      '[siehe Anhang 3]',
      '[voir 4.2]',
    ],
    ...['Not provided', 'Not completed', 'Not yet completed'],
    ...['Please see section 3 of the policy.', 'Response times are below 4 hours', 'Answered in 3.1', '(see policy)'],
    ...['Comments:\nThe lift is tested every year.', 'Pending since May because of the move of the office.'],
  ])('is answered by %j', (text) => {
    expect(isPlaceholder(text)).toBe(false);
  });

  it('tells a prompt in a list from its choices', () => {
    expect(['— please choose —', 'Select one', 'Bitte wählen', '---'].every(isPrompt)).toBe(true);
    expect(['Yes', 'TBD', 'N/A', 'Pending', 'Selected parts'].some(isPrompt)).toBe(false);
  });

  it('gives the choices that a text offers', () => {
    expect(offeredChoices('[Yes / No / N/A]')).toEqual(['Yes', 'No', 'N/A']);
    expect(offeredChoices('Yes/No/NA')).toEqual(['Yes', 'No', 'NA']);
    expect(['N/A', 'Yes', 'No / none of them', 'and/or'].flatMap(offeredChoices)).toEqual([]);
  });
});
