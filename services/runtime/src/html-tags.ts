/** Elements of HTML that people and models write into text; `<name>` and `List<String>` are none and stay. */
const ELEMENTS = new Set(
  (
    'a abbr address article aside audio b bdi bdo blockquote body br button caption center cite code col colgroup data dd del ' +
    'details dfn div dl dt em embed fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header hr html i iframe ' +
    'img input ins kbd label legend li link main mark meta nav noscript object ol option p picture pre q s samp script section ' +
    'select small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title ' +
    'tr tt u ul var video wbr'
  ).split(' '),
);
const HIDDEN = 'script|style|template|title';
/** Those that end a line. */
const LINES = new Set(
  'address article aside blockquote br details div dd dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre section summary table tr ul'.split(
    ' ',
  ),
);

/** The name of an opening (or "/name" of a closing) tag of an element whose content is no text; undefined for others. */
export function hiddenElement(tag: string): string | undefined {
  return new RegExp(`^<(/?(?:${HIDDEN}))(?=[\\s/>])`, 'i').exec(tag)?.[1]?.toLowerCase();
}

/** Text without the tags of HTML, comments, and elements whose content is no text. */
export function withoutTags(html: string): string {
  return html
    .replace(/<!--[\s\S]*?(?:-->|$)|<![A-Z][^<>]{0,500}>|<\?[^<>]{0,500}\?>/gi, '')
    .replace(new RegExp(`<(${HIDDEN})(?=[\\s/>])[\\s\\S]*?(?:</\\1\\s*>|$)`, 'gi'), '')
    .replace(/<\/?([a-z][a-z0-9]*)(?:\s[^<>]*|\/)?>/gi, (tag: string, name: string) => {
      const element = name.toLowerCase();
      if (!ELEMENTS.has(element)) return tag;
      if (element === 'td' || element === 'th') return ' ';
      return LINES.has(element) ? '\n' : '';
    });
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** "m<sup>2</sup>" as m²: without its tags it would be another number. A footnote's number cannot be told from it. */
export const superscript = (html: string): string =>
  html.replace(/<sup(?:\s[^<>]{0,200})?>\s?(\d{1,4})\s?<\/sup>/gi, (_, digits: string) =>
    digits.replace(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)] ?? digit),
  );
