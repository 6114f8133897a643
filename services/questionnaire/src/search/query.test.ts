import { describe, expect, it } from '@jest/globals';
import { parseQuery } from './query.js';

const nothing = { words: [], phrases: [], titles: [], accounts: [], statuses: [] };

describe('the search syntax', () => {
  it('takes plain words folded, separated by spaces and plus signs', () => {
    expect(parseQuery('  Größe+Café  data ')).toEqual({ ...nothing, words: ['grosse', 'cafe', 'data'] });
  });

  it('takes a filter whose value stands behind a blank', () => {
    expect(parseQuery('@status: COMPLETED')).toEqual({ ...nothing, statuses: ['COMPLETED'] });
    expect(parseQuery('@account: acme data')).toEqual({ ...nothing, accounts: ['acme'], words: ['data'] });
    expect(parseQuery('@title: @account:acme')).toEqual({ ...nothing, accounts: ['acme'] });
  });

  it('takes what stands in quotes for a phrase, one word for a word, and a quote that is not closed for nothing', () => {
    expect(parseQuery('"Penetration  TESTS"+"Straße" soc')).toEqual({
      ...nothing,
      phrases: ['penetration tests'],
      words: ['strasse', 'soc'],
    });
    expect(parseQuery('“data at rest” „zwei Worte“ @title:“Annual  review”')).toEqual({
      ...nothing,
      phrases: ['data at rest', 'zwei worte'],
      titles: ['annual review'],
    });
    expect(parseQuery('"@status:X" "" " " 19" rack')).toEqual({ ...nothing, words: ['@status:x', '19"', 'rack'] });
    expect(parseQuery('"never closed @account:acme')).toEqual({
      ...nothing,
      words: ['never', 'closed'],
      accounts: ['acme'],
    });
    expect(parseQuery('"')).toEqual(nothing);
  });

  it('takes filters with plain and quoted values', () => {
    expect(parseQuery('@title:SIG @account:"Northgate Bank"+soc')).toEqual({
      ...nothing,
      titles: ['sig'],
      accounts: ['northgate bank'],
      words: ['soc'],
    });
  });

  it.each([
    ['@status:COMPLETED', ['COMPLETED']],
    ['@status:completed', ['COMPLETED']],
    ['@status:"Ready for review"', ['ANSWERING_COMPLETED']],
    ['@status:Ready for review', ['ANSWERING_COMPLETED']],
    ['@status:ready+for+approval', ['READY_FOR_APPROVAL']],
    ['@status:Analysis failed', ['ANALYSIS_FAILED']],
  ])('%s names a status by code or display name', (text, statuses) => {
    expect(parseQuery(text)).toEqual({ ...nothing, statuses });
  });

  it('goes on with words after an unquoted status', () => {
    expect(parseQuery('@status:Ready for review soc')).toEqual({
      ...nothing,
      statuses: ['ANSWERING_COMPLETED'],
      words: ['soc'],
    });
  });

  it('takes @word without a colon for a plain word', () => {
    expect(parseQuery('@here')).toEqual({ ...nothing, words: ['@here'] });
  });

  it.each([
    ['@owner:me', '@title:, @status: or @account:'],
    ['@status:nearly', 'ANSWERING_COMPLETED'],
  ])('refuses %s and names what is valid', (text, hint) => {
    expect(() => parseQuery(text)).toThrow(hint);
  });
});
