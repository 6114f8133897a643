import { describe, expect, it } from '@jest/globals';
import { textsOf } from './text.fixture.js';

describe('headings that come again', () => {
  it('ask nothing in the tables that go on with another name for what is asked', () => {
    const table = (name: string, ...texts: string[]) => [['Yes', 'No', name], ...texts.map((text) => ['', '', text])];
    expect(
      textsOf([
        table('Control', 'Doors are locked', 'Windows are shut', 'Keys are counted'),
        'Fire',
        table('Best practice', 'Alarms are tested', 'Exits are kept free', 'Hoses are checked'),
      ]),
    ).toEqual([
      ...['Doors are locked', 'Windows are shut', 'Keys are counted'],
      ...['Alarms are tested', 'Exits are kept free', 'Hoses are checked'],
    ]);
  });
});
