import { describe, expect, it } from '@jest/globals';
import { openedWith, plainText, withoutDoubledOpening, withoutMarkup } from './plain-text.js';

/** Kinds of markup around words that have none. */
const KINDS: Record<string, (words: string) => string> = {
  'bold stars': (words) => `**${words}**`,
  'bold lines': (words) => `__${words}__`,
  'italic star': (words) => `*${words}*`,
  'italic line': (words) => `_${words}_`,
  both: (words) => `***${words}***`,
  link: (words) => `[${words}](https://example.com/a_b?c=*d*)`,
  'link with a title': (words) => `[${words}](<https://example.com/a> "the **page**")`,
  'bold link': (words) => `**[${words}](https://example.com)**`,
  'link of bold': (words) => `[**${words}**](https://example.com)`,
  code: (words) => `\`${words}\``,
  'citation behind': (words) => `${words} [1]`,
  'citations behind': (words) => `${words}[2, 3] [^note]`,
  'citation of a file': (words) => `${words}【4:0†policy.pdf】`,
  'linked citation': (words) => `${words} [[1]](https://example.com)`,
  'bold of HTML': (words) => `<b>${words}</b>`,
  'span of HTML': (words) => `<span class="x">${words}</span>`,
  heading: (words) => `## ${words}`,
  quotation: (words) => `> ${words}`,
  'struck before': (words) => `~~no longer~~ ${words}`,
};
const WORDS = ['AES-256 is used', 'Yes, we do', 'MFA', 'Ja, täglich', '暗号化しています'];
const FRAMES: Record<string, (piece: string) => string> = {
  alone: (piece) => piece,
  'in a line': (piece) => `Since 2019: ${piece}, in all regions.`,
  'in brackets': (piece) => `All data (${piece}).`,
  'in a list': (piece) => `We do:\n- ${piece}\n- more`,
  'in lines': (piece) => `First line.\n\n${piece}\n\nLast line.`,
};
const BLOCKS = new Set(['heading', 'quotation']);
const MARKS = /\*\*|__|\]\(|https?:|【|\[\^|\[\d|<\/?[a-z]+|`|~~|^#|^>/m;

/** Code and figures that are no markup. */
const CODE = [
  'snake__case and snake_case_name',
  '2 ** 3 and 2**3**4, 2*3*4, a*b*c',
  'src/**/*.ts, test/**/*.test.ts and *.js,*.mjs',
  '**/*.ts and **/*.js',
  'Run __init__.py, __main__ and obj.__dict__ or __call__()',
  'C:\\Program Files\\*_logs\\_old and \\\\server\\share\\*',
  'arr[0], List<String>, a < b and c > d, <name>',
  '> 99.9 % each month',
  '# of employees: 250',
  'ISO/IEC 27001:[2022], 50 % [see annex]',
  'a ** b + c ** d',
  'Costs * per seat and * per year',
  '5_000 records, _ , * and **',
  'Yes  —  two blanks stay',
  '1. First\n2. Second\n- third',
  'SELECT * FROM t WHERE a = "*"; COUNT(*)',
  '*-prod, *-dev and (*-a,*-b)',
];

describe('a text without markup', () => {
  const made = Object.entries(KINDS).flatMap(([kind, mark]) =>
    Object.entries(FRAMES).flatMap(([where, frame]) =>
      BLOCKS.has(kind) && !['alone', 'in lines'].includes(where) ? [] : [{ kind, where, mark, frame }],
    ),
  );
  it.each(made)('has its words and no marks: $kind, $where', ({ mark, frame }) => {
    for (const words of WORDS) {
      const read = withoutMarkup(frame(mark(words)));
      expect(read).toBe(frame(words));
      expect(read).not.toMatch(MARKS);
      expect(withoutMarkup(read)).toBe(read);
    }
  });

  it.each(Object.entries(KINDS))('has no marks of two kinds within each other: %s', (_kind, outer) => {
    for (const inner of Object.values(KINDS)) {
      const text = `All of it: ${outer('we do so')} and ${inner('always')}.`;
      if (!/[#>] /.test(text)) expect(withoutMarkup(text)).toBe('All of it: we do so and always.');
    }
  });

  it.each(CODE)('keeps what is no markup: %s', (text) => {
    expect(withoutMarkup(text)).toBe(text);
    expect(withoutMarkup(`**Note:** ${text.split('\n')[0] ?? ''}`)).toBe(`Note: ${text.split('\n')[0] ?? ''}`);
  });

  it.each([
    ['| Control | Status |\n|---|:-:|\n| **MFA** | yes [1] |', 'Control, Status\nMFA, yes'],
    ['**Yes** we do, **but', 'Yes we do, **but'],
    ['**Yes, we do', 'Yes, we do'],
    ['that is so.**', 'that is so.'],
    ['** Yes ** we do', 'Yes we do'],
    ['See ![the plan](x.png) \\*here\\*', 'See the plan *here*'],
    ['```\nls *.ts\n```', 'ls *.ts'],
    ['Title\n=====\n\nText.', 'Title\n\nText.'],
    ['We do [a][1].\n\n[1]: https://example.com', 'We do a.'],
    ['Write to <ann@example.com> or <https://example.com>', 'Write to ann@example.com or https://example.com'],
    ['one<br>two', 'one\ntwo'],
  ])('%j: %j', (text, read) => {
    expect(withoutMarkup(text)).toBe(read);
  });

  it.each(['>', '[', '*a ', '_a*', '`a``', '<a ', '[1', '~~a', '** ', '|-|\n', '[^a]: b\n', '\\*', '__a'])(
    'is made in a moment of 60,000 characters of %j',
    (unit) => {
      const started = performance.now();
      withoutMarkup(unit.repeat(60_000 / unit.length));
      expect(performance.now() - started).toBeLessThan(3000);
    },
  );

  it('keeps code in conversations, too', () => {
    for (const text of CODE.slice(0, 5)) expect(plainText(text)).toBe(text);
    expect(plainText('> 99.9 % each month')).toBe('> 99.9 % each month');
  });
});

describe('the opening of an answer', () => {
  const REST = [
    'we do',
    'our staff do',
    'customer data is kept',
    'AES-256 is used',
    'it is',
    '(see annex)',
    '24 hours a day',
  ];
  const BETWEEN = [' — ', ' – ', ' - ', ', ', '. ', ': ', '; ', '! ', ' '];
  const made = (['Yes', 'No'] as const).flatMap((word) =>
    BETWEEN.flatMap((between) => BETWEEN.map((second) => ({ word, between, second }))),
  );
  it.each(made)('is said once: "$word$between$word$second…"', ({ word, between, second }) => {
    for (const rest of REST) {
      const doubled = `${word}${between}${word.toLowerCase()}${second}${rest}`;
      const said = withoutDoubledOpening(doubled);
      expect(said).toBe(`${word}${second}${rest}`);
      expect(openedWith(word, `${word}${second}${rest}`)).toBe(`${word}${second}${rest}`);
    }
  });

  it.each([
    'Yes — We encrypt it.',
    'No — No-code tools are not used.',
    'No, no-code tools are not used.',
    'Yes.',
    'None.',
  ])('is left alone: %s', (text) => expect(withoutDoubledOpening(text)).toBe(text));

  it('is put before what does not say it', () => {
    expect(openedWith('Yes', 'We encrypt it.')).toBe('Yes — We encrypt it.');
    expect(openedWith('No', 'No customer data leaves the EU.')).toBe('No customer data leaves the EU.');
  });
});
