/** Random parts of workbooks for plain-elements.test.ts. */

export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
/** Longer than any cell: so much must follow for a cell to be read in one go. */
export const TAIL = ' '.repeat(200);

type Next = () => number;

const oneOf = <T>(next: Next, list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
/** The first of the list in most cases. */
const mostly = (next: Next, list: readonly string[], share = 0.8): string =>
  next() < share ? list[0]! : oneOf(next, list);

/** Places at which a document comes in pieces. */
export function randomCuts(next: Next, length: number): number[] {
  const count = Math.floor(next() * 4);
  return Array.from({ length: count }, () => Math.floor(next() * length)).sort((a, b) => a - b);
}

const PLAIN = ['1', '0', '2', '12.5', 'Text', 'a &amp; b'];
const TEXTS = [
  ...[
    '1',
    '0',
    '3',
    '12',
    '99',
    '-1',
    '1.50',
    '45000',
    '1E5',
    'Text',
    ' a ',
    '',
    ' ',
    'a &amp; b',
    '&lt;b&gt;',
    '&#65;',
  ],
  ...[
    '&#xD;x',
    'a_x000D_b',
    'x\r\ny',
    'ü€😀',
    '&bad;',
    '&',
    'a]]>b',
    'a > b',
    '007',
    '123456789',
    '1234567890',
    'TRUE',
  ],
];

function randomAttributes(next: Next): string {
  const quote = mostly(next, ['"', "'"], 0.95);
  const attribute = (name: string, values: readonly string[], share: number): string[] =>
    next() < share
      ? [`${name}${mostly(next, ['=', ' =', '= '], 0.97)}${quote}${mostly(next, values, 0.85)}${quote}`]
      : [];
  const all = [
    ...attribute('r', ['B2', 'A1', 'C1', 'ZZ9', 'XFD1048576', 'XFE1', 'a1', '1', 'A', 'AAAA1', '', '$A$1'], 0.9),
    ...attribute('s', ['1', '0', '2', '3', '4', '99', '-1', '', ' 1', '007', '1.0', '123456789'], 0.7),
    ...attribute('t', ['s', 'n', 'b', 'e', 'd', 'str', 'inlineStr', '', 'x', 'st'], 0.7),
    ...attribute('cm', ['1'], 0.03),
    ...attribute('r', ['D1'], 0.03),
    ...attribute('x:r', ['D1'], 0.02),
  ];
  if (next() < 0.3) all.reverse();
  return all.map((one) => mostly(next, [' ', '  ', '\n'], 0.97) + one).join('') + mostly(next, ['', ' '], 0.95);
}

const randomText = (next: Next): string => {
  const text = mostly(next, [oneOf(next, PLAIN), ...TEXTS], 0.7);
  return next() < 0.95
    ? text
    : oneOf(next, [`<![CDATA[${text}]]>`, `${text}<!-- c -->`, `<!-- c -->${text}`, `${text}<?p?>`]);
};

function randomString(next: Next): string {
  const space = mostly(next, ['', ' xml:space="preserve"', " xml:space='preserve'", ' xml:lang="de"'], 0.6);
  const text = `<t${space}>${randomText(next)}</t>`;
  return mostly(
    next,
    [
      text,
      '<t/>',
      `${text}${text}`,
      `<r>${text}</r>`,
      `<r><rPr><b/></rPr>${text}</r>`,
      `${text}<rPh>${text}</rPh>`,
      '',
      ` ${text} `,
    ],
    0.8,
  );
}

/** As most programs write it, with values of all kinds. */
function plainCell(next: Next): string {
  const type = oneOf(next, ['s', 's', '', 'n', 'b', 'e', 'd', 'str', 'inlineStr']);
  const attributes = ` r="${oneOf(next, ['A', 'B', 'C', 'AA'])}1"${oneOf(next, ['', ' s="1"', ' s="3"'])}${type === '' ? '' : ` t="${type}"`}`;
  const text = oneOf(next, [...PLAIN, ...TEXTS.slice(0, -9)]);
  return `<c${attributes}>${type === 'inlineStr' ? `<is><t>${text}</t></is>` : `<v>${text}</v>`}</c>`;
}

function randomCell(next: Next): string {
  if (next() < 0.6) return plainCell(next);
  if (next() < 0.03) return `<c r="B1"><v>x<row r="2">${plainCell(next)}</row></v></c>`;
  if (next() < 0.03) return `<formula1>a<row>${plainCell(next)}</row>b</formula1>`;
  const attributes = randomAttributes(next);
  const value = `<v>${randomText(next)}</v>`;
  const inline = `<is>${randomString(next)}</is>`;
  const content = oneOf(next, [
    ...[value, value, value, value, inline, inline, '', '<v/>', '<v></v>', `<f>A1</f>${value}`, '<f>A1</f>'],
    ...[`${value}<extLst/>`, `${inline}${value}`, ` ${value} `, `<!-- c -->${value}`, '<f t="shared" si="0"/>'],
    ...['<f t="shared" si="0" ref="A1:A9">B1</f>', '<x:v>1</x:v>', '<v xml:space="preserve">1</v>', '<v>1</v'],
  ]);
  if (content === '' && next() < 0.7) return `<c${attributes}/>`;
  const [open, close] =
    next() < 0.95
      ? ['c', '</c>']
      : oneOf(next, [
          ['x:c', '</x:c>'],
          ['c', '</c >'],
          ['cc', '</cc>'],
        ]);
  return `<${open}${attributes}>${content}${close}`;
}

/** A sheet whose cells are written in all kinds of ways, right and wrong. */
export function randomSheet(next: Next): string {
  const rows = Array.from({ length: 1 + Math.floor(next() * 3) }, (_, i) => {
    const cells = Array.from({ length: Math.floor(next() * 5) }, () => randomCell(next));
    const row = next() < 0.9 ? ` r="${i + 1}"` : '';
    return next() < 0.95 ? `<row${row}>${cells.join(mostly(next, ['', ' ', '\n']))}</row>` : cells.join('');
  });
  const tail = next() < 0.8 ? TAIL : '';
  return `<worksheet xmlns="${MAIN}" xmlns:x="${MAIN}"><sheetData>${rows.join('')}</sheetData>${tail}</worksheet>`;
}

/** Shared strings, likewise. */
export function randomStrings(next: Next): string {
  const items = Array.from({ length: 1 + Math.floor(next() * 4) }, () => {
    if (next() < 0.05) return `<si><t>a</t><sst><si>${randomString(next)}</si></sst></si>`;
    const item = mostly(next, ['si', 'x:si', 'sj'], 0.95);
    return `<${item}>${randomString(next)}</${item}>`;
  });
  return `<sst xmlns="${MAIN}" xmlns:x="${MAIN}">${items.join(mostly(next, ['', '\n']))}</sst>`;
}
