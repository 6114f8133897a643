import { describe, expect, it } from '@jest/globals';
import { partsOf } from './mention-parts.js';

describe('a remark', () => {
  it('is parted into words and the people whom it mentions', () => {
    expect(partsOf('Ask @[Ada <b>](user:u-1), or @[Bo](user:u2)')).toEqual([
      { text: 'Ask ' },
      { text: '@Ada <b>', user: 'u-1' },
      { text: ', or ' },
      { text: '@Bo', user: 'u2' },
    ]);
  });

  it('stays as it is where nothing mentions anybody', () => {
    expect(partsOf('a@[b](mailto:c) @[x]')).toEqual([{ text: 'a@[b](mailto:c) @[x]' }]);
    expect(partsOf('')).toEqual([]);
  });
});
