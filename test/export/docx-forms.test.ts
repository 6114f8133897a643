import { describe, expect, it } from '@jest/globals';
import {
  buildDocx,
  control,
  legacyText,
  paragraph,
  run,
} from '../../services/questionnaire/src/documents/fixtures/docx.fixture.js';
import { readTextFixture } from '../../services/questionnaire/src/documents/fixtures/read.fixture.js';
import { answerAll, extract, partText, questionsOf } from './round-trip.js';

const shown = (bytes: Uint8Array): string =>
  [...partText(bytes, 'word/document.xml').matchAll(/<w:t[^>]*>([^<]*)<\/w:t>/g)].map((found) => found[1]).join('');

describe('forms in Word documents', () => {
  it('have typed boxes ticked that are cut into several runs', async () => {
    const original = buildDocx([
      paragraph('1. Is a fire officer appointed?'),
      paragraph(['[', ' ', ']', ' Yes  ', '[ ', ']', ' No  ', '[', ' ] Not ', 'required'].map((text) => run(text))),
      paragraph('2. Are exits marked?'),
      paragraph(['☐', ' Ye', 's  ☐', ' No'].map((text) => run(text))),
    ]);
    const answers = ['Not required', 'Yes'];
    const { bytes, questions } = await answerAll(original, 'a.docx', (_, i) => answers[i] ?? '');
    expect(questions.map((question) => question.options)).toEqual([
      ['Yes', 'No', 'Not required'],
      ['Yes', 'No'],
    ]);
    expect(shown(bytes)).toContain('[ ] Yes  [ ] No  [X] Not required');
    expect(shown(bytes)).toContain('☒ Yes  ☐ No');
    const again = await answerAll(bytes, 'a.docx', (_, i) => ['No', 'No'][i] ?? '');
    expect(shown(again.bytes)).toContain('[ ] Yes  [X] No  [ ] Not required');
    expect(shown(again.bytes)).toContain('☐ Yes  ☒ No');
  });

  it('have each field filled, also where copied fields have the same name or none', async () => {
    const nameless = (label: string): string =>
      paragraph([run(`${label} `), control('text', { prompt: true, content: run('Click here.') })]).replace(
        /<w:id [^>]*>/,
        '',
      );
    const original = buildDocx([
      paragraph([run('Name of the site: '), legacyText('Text1', '')]),
      paragraph([run('Name of the officer: '), legacyText('Text1', '')]),
      paragraph([run('Phone of the officer: '), legacyText('', '')]),
      nameless('Assembly point:'),
      nameless('Number of floors:'),
    ]);
    const { bytes, questions } = await answerAll(original, 'a.docx', (_, i) => `Value ${i + 1}`);
    expect(new Set(questions.map((question) => question.questionId)).size).toBe(5);
    const after = questionsOf(await extract(bytes, 'a.docx'));
    expect(after.map((question) => question.existingAnswer)).toEqual([1, 2, 3, 4, 5].map((n) => `Value ${n}`));
    const { blocks } = await readTextFixture(bytes, 'a.docx');
    expect(blocks.map((block) => block.kind === 'field' && block.label)).toEqual([
      'Name of the site:',
      'Name of the officer:',
      'Phone of the officer:',
      'Assembly point:',
      'Number of floors:',
    ]);
  });

  it('have a text cut at the most characters of its field, which the receipt says', async () => {
    const original = buildDocx([
      paragraph([run('Name of the site: '), legacyText('Site', '', 8)]),
      paragraph([run('Name of the officer: '), legacyText('Officer', '', 80)]),
    ]);
    const { bytes, outcome } = await answerAll(original, 'a.docx', () => 'Harbour \u{1f6a2} North');
    expect(outcome.report.places.map(({ text, note }) => [text, note])).toEqual([
      ['Harbour ', 'cut_to_field_limit'],
      ['Harbour \u{1f6a2} North', undefined],
    ]);
    const after = questionsOf(await extract(bytes, 'a.docx'));
    expect(after.map((question) => question.existingAnswer)).toEqual(['Harbour', 'Harbour \u{1f6a2} North']);
  });
});
