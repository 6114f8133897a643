import { describe, expect, it } from '@jest/globals';
import { FormFields } from './fields.js';

const fields = (...sent: [string, string][]): FormFields => {
  const read = new FormFields();
  for (const [name, value] of sent) read.add(name, value);
  return read;
};

describe('a list in a form', () => {
  it.each<[string, [string, string][]]>([
    [
      'the field repeated',
      [
        ['tag_ids', 'a'],
        ['tag_ids', ' b '],
      ],
    ],
    [
      'brackets',
      [
        ['tag_ids[]', 'a'],
        ['tag_ids[]', 'b'],
      ],
    ],
    [
      'numbered brackets',
      [
        ['tag_ids[0]', 'a'],
        ['tag_ids[1]', 'b'],
      ],
    ],
    ['one JSON array', [['tag_ids', '["a", "b"]']]],
    ['one comma-separated value', [['tag_ids', 'a, b,']]],
  ])('is read from %s', (_form, sent) => {
    expect(fields(...sent).list('tag_ids')).toEqual(['a', 'b']);
  });

  it('is absent when it is blank or not sent', () => {
    expect(fields(['tag_ids', ' ']).list('tag_ids')).toBeUndefined();
    expect(fields(['tag_ids_other', 'x'], ['tag_idsx]', 'y']).list('tag_ids')).toBeUndefined();
  });

  it.each(['[1, 2]', '["a"', '[{"id": "a"}]'])('is refused as %s', (value) => {
    expect(() => fields(['tag_ids', value]).list('tag_ids')).toThrow(/JSON array of strings/);
  });
});

describe('a text in a form', () => {
  it('keeps its blanks, and is absent when it is nothing but blanks', () => {
    expect(fields(['company_name', ' Acme ']).text('company_name')).toBe(' Acme ');
    expect(fields(['company_name', ' \t']).text('company_name')).toBeUndefined();
  });
});
