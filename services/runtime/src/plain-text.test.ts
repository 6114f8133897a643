import { describe, expect, it } from '@jest/globals';
import { plainText } from './plain-text.js';

describe('plain text of markdown', () => {
  it.each([
    // Citation marks, and the space that they leave.
    ['Do you encrypt data [1]?', 'Do you encrypt data?'],
    ['Yes [1], at rest [2][3]; in transit [4, 5] too.', 'Yes, at rest; in transit too.'],
    ['All data[1-3] is encrypted [4] with AES.', 'All data is encrypted with AES.'],
    ['Yes【4:0†policy.pdf】.', 'Yes.'],
    ['Yes 【1】【2】 we do.', 'Yes we do.'],
    ['See the policy ([1], [2]).', 'See the policy.'],
    ['We do [^1].\n\n[^1]: The policy, page 3.\n    Its second line.', 'We do.'],
    ['We do [1](https://example.com/a).', 'We do.'],
    ['We do [[1]](https://example.com/a).', 'We do.'],
    ['We do [1].\n\n[1]: https://example.com/a', 'We do.'],
    ['Really ?', 'Really?'],
    ['We do [[1]], really [*2*], always [ 3 ].', 'We do, really, always.'],
    ['We do (see [5]; [1, 2-4]).', 'We do.'],
    ['We do [1, p. 3] and so on [2, pages 4-7].', 'We do and so on.'],
    ['We do [1†source], [doc 2], [citation:3], [Source: policy.pdf].', 'We do.'],
    ['We do \uE200cite\uE202turn0search1\uE201.', 'We do.'],
    ['We do [^n].\n\n[^n]: The policy.\n\n    Its second paragraph.\n\nThe end.', 'We do.\n\nThe end.'],
    ['We do<sup>[1]</sup> on 5 m<sup>2</sup>.', 'We do on 5 m².'],
    ['We do\u00A0[1]\u202F! Don’t we\u00A0?', 'We do! Don’t we?'],
    ['One ,two ;three .NET', 'One,two;three .NET'],
    // What only looks like a mark.
    ['array[0] = x, [really], [ ]', 'array[0] = x, [really], [ ]'],
    ['Written in .NET since [2024], see array `a[1]`.', 'Written in .NET since [2024], see array a[1].'],
    ['[ ] is no citation, [x] neither', '[ ] is no citation, [x] neither'],
    // Markdown.
    ['**Yes**, *we _really_ do* — ~~no~~ `AES-256`', 'Yes, we really do — no AES-256'],
    ['***Bold and italic***', 'Bold and italic'],
    ['**bold *italic `code *x*` still* bold**, __a _b_ c__, ***a** b*', 'bold italic code *x* still bold, a b c, a b'],
    ['2*3*4 and 2 * 3', '2*3*4 and 2 * 3'],
    [
      '# Title\n\nText with [a link](https://example.com "title") and ![a picture](x.png).',
      'Title\n\nText with a link and a picture.',
    ],
    ['Title\n=====\n\n> quoted\n> text\n\n---\n\nend', 'Title\n\nquoted\ntext\n\nend'],
    ['- one\n- **two**\n  - three\n- [x] done', 'one\ntwo\nthree\ndone'],
    ['Steps:\n\n1. first\n2) second', 'Steps:\n\n1. first\n\n2) second'],
    ['```ts\nconst a = b[1] ;\n```', 'const a = b[1] ;'],
    ['Use `x [1] ?` here', 'Use x [1] ? here'],
    [
      '| Control | Status |\n|---|:-:|\n| **MFA** [1] | yes |\n| `a\\|b` | [no](https://x.example) |',
      'Control, Status\nMFA, yes\na|b, no',
    ],
    ['line one  \nline two', 'line one\nline two'],
    ['5 * 3 * 2 = 30, snake_case_name, 2 < 3 and 4 > 3', '5 * 3 * 2 = 30, snake_case_name, 2 < 3 and 4 > 3'],
    ['\\*not emphasis\\* &amp; <https://example.com>', '*not emphasis* & https://example.com'],
    // Mentions.
    ['@ann asked <@U024BE7LH> and <@U1|bo> in <#C1|security> <!here>', '@ann asked and @bo in #security @here'],
    ['See <https://example.com/a|the policy>', 'See the policy'],
    ['Hello <at id="0">Ann Lee</at>, **@bo**', 'Hello @Ann Lee, @bo'],
    ['Write to ann@example.com or <bo@example.com>', 'Write to ann@example.com or bo@example.com'],
    // HTML.
    ['<b>Yes</b>, we<br>do <!-- not --> it', 'Yes, we\ndo it'],
    ['<div class="x"><p>One</p><p>Two</p></div>', 'One\n\nTwo'],
    ['<p>Hello&nbsp;<b>world</b> &amp; **all** [1]</p>', 'Hello world & all'],
    ['<table><tr><th>A</th><td>1 [2]</td></tr><tr><td>B</td></tr></table>', 'A 1\n\nB'],
    ['<details><summary>More</summary>Text</details>', 'More\nText'],
    ['a <script>alert(1)</script> b', 'a b'],
    ['<script>\nalert(1)\n</script>\n\nSafe', 'Safe'],
    ['A List<String> of <name>', 'A List<String> of <name>'],
    // Nothing to do.
    ['Do you encrypt data?', 'Do you encrypt data?'],
    ['1. Do you encrypt data?', '1. Do you encrypt data?'],
    ['', ''],
    ['  \n ', ''],
  ])('%j: %j', (markdown, text) => {
    expect(plainText(markdown)).toBe(text);
  });

  it.each([
    ['quotes', '>'.repeat(50_000)],
    ['lists', '- '.repeat(50_000)],
    ['brackets', '['.repeat(50_000)],
    ['links', '[a]('.repeat(12_000)],
    ['stars', '*a '.repeat(20_000)],
    ['underscores', '_a*'.repeat(20_000)],
    ['backticks', '`a``'.repeat(20_000)],
    ['tags', '<a '.repeat(20_000)],
    ['comments', '<!--'.repeat(20_000)],
    ['citations', '[1'.repeat(20_000)],
    ['spaces', `a${' '.repeat(50_000)}b`],
    ['spaces in code', `\`a${' '.repeat(50_000)}b\``],
    ['bracketed marks', `(${'[1]  '.repeat(10_000)}x`],
    ['slack marks', '<@A|'.repeat(15_000)],
    ['declarations', '<!A'.repeat(15_000)],
    ['paragraphs of marks', `${'_a*'.repeat(150)}\n\n`.repeat(120)],
    ['strikes', '~~a'.repeat(15_000)],
    ['lines', 'a\n\n'.repeat(33_000)],
    ['blocks of tags', '<div>\n\n'.repeat(10_000)],
    ['nested tags', '<div>'.repeat(20_000)],
    ['model marks', '\uE200'.repeat(50_000)],
    ['footnotes', '[^a]: b\n\n    '.repeat(5_000)],
    ['sources', '[source: '.repeat(10_000)],
    ['bracketed brackets', '[ ['.repeat(20_000)],
    ['superscripts', '<sup>1'.repeat(15_000)],
    ['lenticular brackets', '【'.repeat(50_000)],
  ])('survives hostile %s', (_kind, text) => {
    expect(typeof plainText(text)).toBe('string');
  });
});
