import { describe, expect, it } from '@jest/globals';
import type { ParagraphBlock } from '../../../documents/model.js';
import { textsOf } from '../../text.fixture.js';

type Pieces = Parameters<typeof textsOf>[0];

const loud = (text: string): Partial<ParagraphBlock> => ({ text, bold: true, fontSize: 11 });
const item = (text: string, number?: string): Partial<ParagraphBlock> => ({
  text,
  listLevel: 0,
  ...(number === undefined ? {} : { number }),
});
const LONG =
  'The board has agreed on this in spring and looks at it again every year, together with whoever leads the teams and with the auditor who comes from outside the house.';

/** Papers that a person might upload by mistake: they have lists, numbers, titles and gaps, and ask nothing. */
const PAPERS: [string, Pieces][] = [
  [
    'a policy with numbered rules',
    [
      '# Clean desk policy',
      loud('1. Purpose'),
      LONG,
      loud('2. Scope'),
      LONG,
      loud('3. Rules'),
      ...[
        'Papers are locked away at night.',
        'Screens are locked at lunch.',
        'Visitors are met at the door.',
        'Keys are counted each month.',
      ].map((text, i) => item(text, `3.${i + 1}`)),
      loud('4. Breaches'),
      LONG,
    ],
  ],
  [
    'a policy that is spaced out by empty lines',
    [
      '# Travel policy',
      ...['Booking', 'Hotels', 'Meals', 'Insurance', 'Receipts'].flatMap((title) => [loud(title), null, LONG, null]),
    ],
  ],
  [
    'a contract with clauses and lettered parts',
    [
      '# Agreement',
      ...[1, 2, 3, 4, 5].flatMap((n) => [
        { text: `The supplier delivers what is named in annex ${n}, and in particular:`, number: `${n}.` },
        { text: 'the goods in the number agreed;', number: 'a)' },
        { text: 'their papers, and the right to use them.', number: 'b)' },
      ]),
    ],
  ],
  [
    'minutes of a meeting',
    [
      '# Minutes of the works meeting',
      'Date: 4 May',
      'Present: Ann Berg, Tom Ode, Lea Pohl',
      ...['Opening', 'Report of the treasurer', 'Repair of the roof', 'Summer party', 'Any other business'].flatMap(
        (text, i) => [
          { ...loud(text), number: `${i + 1}.` },
          'Tom reports that all is on its way and that the money will do until autumn.',
          null,
        ],
      ),
    ],
  ],
  [
    'an agenda with gaps between its points',
    [
      '# Agenda',
      ...['Welcome', 'Figures of the quarter', 'New tools', 'Lunch', 'Next steps'].flatMap((text) => [
        item(text),
        null,
      ]),
      'See you there',
      null,
    ],
  ],
  [
    'a price list',
    [
      '# Prices from May',
      ...['Inspection', 'Small repair', 'Large repair', 'Travel'].map((text, i) => `${text}\t${(i + 3) * 20},00 €`),
    ],
  ],
  [
    'a curriculum vitae',
    [
      '# Ann Berg',
      'Phone: 0151 22334',
      'Mail: ann@brook.example',
      'Born: 1988 in Kiel',
      loud('Experience'),
      ...['Head of operations, Brook Ltd.', 'Administrator, Lake plc', 'Trainee, Harbour works'].map((text) =>
        item(text),
      ),
      loud('Languages'),
      item('German'),
      item('English'),
      item('Polish'),
    ],
  ],
  [
    'a manual with steps',
    [
      '# How to change the filter',
      ...['Switch the pump off', 'Open the lid', 'Take the filter out', 'Put the new one in', 'Close the lid'].map(
        (text, i) => item(text, `${i + 1}.`),
      ),
      LONG,
    ],
  ],
  [
    'a report with findings',
    [
      '# Audit report',
      ...['Old keys', 'Open ports', 'No backup of the wiki', 'Shared passwords', 'Late patches'].flatMap((text, i) => [
        loud(`Finding ${i + 1}: ${text}`),
        'Priority: high',
        LONG,
      ]),
    ],
  ],
  [
    'an article with a question in its title',
    [
      '# Why do bees dance?',
      LONG,
      LONG,
      loud('What the others see'),
      LONG,
      loud('Where it leads them'),
      LONG,
      loud('What we do not know'),
      LONG,
    ],
  ],
  [
    'a list of advantages',
    [
      '# Why us',
      'Our service:',
      ...['Fast delivery', 'Fair prices', 'People who pick up the phone', 'One invoice a month', 'Free returns'].map(
        (text) => item(text),
      ),
    ],
  ],
  [
    'a recipe',
    [
      '# Apple cake',
      loud('You need'),
      item('500 g flour'),
      item('200 g butter'),
      item('4 apples'),
      item('1 egg'),
      loud('So it is done'),
      ...['Mix flour, butter and egg', 'Cut the apples', 'Bake for an hour', 'Let it rest'].map((text, i) =>
        item(text, `${i + 1}.`),
      ),
    ],
  ],
  [
    'a job offer',
    [
      '# We look for a fitter',
      loud('What you do:'),
      item('Mount pumps'),
      item('Look after customers'),
      loud('What you bring:'),
      item('A trade'),
      item('A driving licence'),
      loud('What we give:'),
      item('30 days of leave'),
      item('A bus of your own'),
      loud('How to reach us:'),
      'jobs@brook.example',
    ],
  ],
  [
    'a notice with deadlines',
    [
      '# What changes in May',
      ...['Parking', 'Lunch', 'Doors', 'Letters'].flatMap((text) => [
        { text, heading: 2 },
        'From May on this is done in the other house.',
        null,
        null,
      ]),
    ],
  ],
];

describe('a table of contents that was read as one paragraph', () => {
  it('asks nothing, and is booked as such', () => {
    const lines = ['Who may answer', 'How to fill this in', 'Terms', 'What is asked'];
    const text = lines.map((line, i) => `${line} ${'.'.repeat(90)} ${['i', 'iii', 'iv', '1'][i]!}`).join(' ');
    expect(textsOf(['# Contents', text], 'pdf')).toEqual([]);
  });
});

describe('papers that tell and ask nothing', () => {
  it.each(PAPERS)('%s', (_, pieces) => {
    expect(textsOf(pieces)).toEqual([]);
  });

  it.each(PAPERS.filter(([, pieces]) => pieces.every((piece) => piece !== null)))('%s, as a PDF', (_, pieces) => {
    expect(textsOf(pieces, 'pdf')).toEqual([]);
  });
});
