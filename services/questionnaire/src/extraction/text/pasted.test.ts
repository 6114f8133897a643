import { describe, expect, it } from '@jest/globals';
import { questionsOf } from '../asked.fixture.js';
import { documentOf } from '../text.fixture.js';

const textsOf = (pieces: Parameters<typeof documentOf>[0], format?: Parameters<typeof documentOf>[1]): string[] =>
  questionsOf(documentOf(pieces, format)).map((question) => question.text);
describe('pasted text', () => {
  it('reads line by line and keeps numbers', () => {
    const found = questionsOf(
      documentOf(
        [
          'Security questions',
          '1. Do you encrypt data at rest?',
          '2) Describe your incident response process',
          'Where is our data stored?',
        ],
        'pasted',
      ),
    );
    expect(found.map((question) => [question.number, question.text])).toEqual([
      ['1.', 'Do you encrypt data at rest?'],
      ['2)', 'Describe your incident response process'],
      ['', 'Where is our data stored?'],
    ]);
  });

  it('cuts a line that holds several questions', () => {
    expect(textsOf(['Do you use MFA? For which users? If not, please explain.'], 'pasted')).toEqual([
      'Do you use MFA?',
      'For which users? If not, please explain.',
    ]);
  });

  it('leaves out what a mail says before its questions, unless they lean on it', () => {
    const mail = [
      'Thanks for the call. Before we sign, security needs answers. Do you encrypt data at rest? And who holds the keys?',
      'We use two regions of one provider. Is this supported?',
    ];
    const asked = [
      'Do you encrypt data at rest?',
      'And who holds the keys?',
      'We use two regions of one provider. Is this supported?',
    ];
    expect(textsOf(mail, 'pasted')).toEqual(asked);
    expect(textsOf(mail, 'txt')).toEqual(asked);
  });

  it('takes pasted statements when nothing else is asked', () => {
    expect(
      textsOf(
        ['Backups are tested once a year.', 'Logs are kept for at least one year.', 'All laptops are encrypted.'],
        'pasted',
      ),
    ).toHaveLength(3);
  });

  it('takes a single question', () => {
    expect(textsOf(['Do you have a SOC 2 report?'], 'pasted')).toEqual(['Do you have a SOC 2 report?']);
  });

  it('leaves greeting and closing of a mail alone', () => {
    expect(
      textsOf(
        [
          'Hi team,',
          'Please answer the following questions:',
          '- Do you support SSO?',
          '- How long do you keep logs?',
          'Best regards',
          'Jane',
        ],
        'pasted',
      ),
    ).toEqual(['Do you support SSO?', 'How long do you keep logs?']);
  });

  it('leaves out the request to send the answers back', () => {
    const asked = ['1. Do you support SSO?', '2. How long do you keep logs?'];
    expect(textsOf([...asked, 'Could you send this back by Friday? Thanks!'], 'pasted')).toEqual([
      'Do you support SSO?',
      'How long do you keep logs?',
    ]);
    expect(textsOf([...asked, 'How do you get back to normal after an outage?'], 'pasted')).toHaveLength(3);
  });
});
