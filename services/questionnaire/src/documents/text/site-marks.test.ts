import { describe, expect, it } from '@jest/globals';
import { readTextFixture } from '../fixtures/read.fixture.js';
import type { BlockModel } from '../model.js';
import { withoutSiteMarks } from './site-marks.js';

const read = async (text: string, name = 'a.md'): Promise<BlockModel[]> =>
  (await readTextFixture(Buffer.from(text), name)).blocks;
const texts = async (text: string, name = 'a.md'): Promise<string[]> =>
  (await read(text, name)).map((block) => (block as { text: string }).text);

describe('Markdown of site generators', () => {
  it.each([
    ['MkDocs', '!!! note "Backups"\n    Backups run nightly.\n\n    They are kept.\n\nEnd.'],
    ['MkDocs, to unfold', '??? info inline "Backups"\n\tBackups run nightly.\n\n\tThey are kept.\n\nEnd.'],
    ['Docusaurus', ':::note Backups\nBackups run nightly.\n\nThey are kept.\n:::\nEnd.'],
    ['Docusaurus, in brackets', ':::tip[Backups]\n\nBackups run nightly.\n\nThey are kept.\n\n:::\n\nEnd.'],
    ['Pandoc', '::: {.warning}\nBackups\n\nBackups run nightly.\n\nThey are kept.\n:::\nEnd.'],
    ['GitHub and Obsidian', '> [!NOTE] Backups\n> Backups run nightly.\n>\n> They are kept.\n\nEnd.'],
    ['MyST', '```{note}\nBackups\n\nBackups run nightly.\n\nThey are kept.\n```\nEnd.'],
    ['AsciiDoc', '[NOTE]\n====\nBackups\n\nBackups run nightly.\n\nThey are kept.\n====\nEnd.'],
  ])('has the notes of %s read as paragraphs below their titles', async (_, text) => {
    const blocks = await read(text);
    expect(blocks).toMatchObject(
      ['Backups', 'Backups run nightly.', 'They are kept.', 'End.'].map((line) => ({ kind: 'paragraph', text: line })),
    );
    expect(blocks.some((block) => block.kind === 'paragraph' && (block.code ?? block.heading) !== undefined)).toBe(
      false,
    );
  });

  it('has a note within a note and within a list read too', async () => {
    expect(await texts('!!! note\n    One is here.\n\n    !!! tip\n        Two is here.\n')).toEqual([
      'One is here.',
      'Two is here.',
    ]);
    expect(await texts('- Item\n\n    !!! warning\n        Never share keys.\n')).toEqual([
      'Item',
      'Never share keys.',
    ]);
  });

  it.each([
    ['Lock screens as told in {% link a.md %}.', 'Lock screens as told in.'],
    ['Read the handbook {{< ref "handbook" >}}', 'Read the handbook'],
    ['{{% notice %}} Keys are kept in a vault.', 'Keys are kept in a vault.'],
    ['See the [plan]({{< ref "plan" >}}) first.', 'See the plan first.'],
    ['We like security :tada:', 'We like security'],
    ['Screened :white_check_mark: or not :x: at 12:30:15', 'Screened ✅ or not ❌ at 12:30:15'],
  ])('has tags and names of emoji go, and the sentence stay: %s', async (text, said) => {
    expect(await texts(text)).toEqual([said]);
  });

  it.each([
    '{% if cloud %}We encrypt disks.{% endif %}',
    'We encrypt {% data product %} disks.',
    'Owner: {{ owner }}',
    'The image is at registry:5000:latest',
  ])('keeps what is a template or no mark: %s', async (text) => {
    expect(await texts(text)).toEqual([text]);
  });

  it('has a definition stand behind its term, in Markdown and in web pages', async () => {
    expect(await texts('Uptime\n: 99.9 percent each month')).toEqual(['Uptime: 99.9 percent each month']);
    expect(
      await texts('<dl><dt>Uptime</dt><dd>99.9 percent</dd><dd>Monthly</dd><dt>Alone</dt></dl>', 'a.html'),
    ).toEqual(['Uptime: 99.9 percent', 'Monthly', 'Alone']);
    expect(await texts('<dl><dt>Do you encrypt?</dt><dd>Yes.</dd></dl>', 'a.html')).toEqual([
      'Do you encrypt?',
      'Yes.',
    ]);
  });

  it('has a picture of a cell say its words', async () => {
    const [table] = await read('<table><tr><td>Max</td><td><img alt="Yes" src="y.png"></td></tr></table>', 'a.html');
    expect(table).toMatchObject({ rows: [[{ text: 'Max' }, { text: 'Yes' }]] });
  });

  it('takes whole sentences of a block without a language for prose, and programs, consoles and settings for code', async () => {
    const prose = await read('```\nWe run a phishing quiz twice\na year.\n\nResults are told to all staff.\n```\n');
    expect(prose).toEqual([
      { kind: 'paragraph', index: 0, text: 'We run a phishing quiz twice a year.' },
      { kind: 'paragraph', index: 1, text: 'Results are told to all staff.' },
    ]);
    for (const code of [
      'cipher AES-128-CBC',
      'Connection closed.',
      '$ We run this on each host.',
      'a = The first of all.',
    ])
      expect(await read(`\`\`\`\n${code}\n\`\`\`\n`)).toMatchObject([{ code: true }]);
    expect(await read('```yaml\nWe run a quiz each year.\n```\n')).toMatchObject([{ code: true }]);
  });

  it.each([
    ['tags', '{{<'.repeat(100_000)],
    ['names', ':a'.repeat(100_000)],
    ['notes', '!!! note\n'.repeat(50_000)],
    ['notes in notes', Array.from({ length: 400 }, (_, i) => `${'    '.repeat(i)}!!! note`).join('\n')],
    ['words of a note', `!!! ${'a-'.repeat(100_000)}"`],
    ['colons', ':'.repeat(200_000)],
    ['quotations', '> '.repeat(100_000)],
    ['blanks', `a${' '.repeat(200_000)}{%`],
  ])('is read in time that does not explode: %s', (_, text) => {
    const started = performance.now();
    withoutSiteMarks(text);
    expect(performance.now() - started).toBeLessThan(4_000);
  });
});
