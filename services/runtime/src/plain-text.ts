import { fromMarkdown } from 'mdast-util-from-markdown';
import type { Nodes, Parent, ListItem, Paragraph } from 'mdast';
import { CITED, guard, isCitation, prose, withoutFootnotes, withoutModelMarks } from './citation-marks.js';
import { hiddenElement, superscript, withoutTags } from './html-tags.js';
import { keepsItsMarks } from './code-marks.js';
import { affordable, isDelimiterRow } from './markdown-cost.js';

export { withoutMarkup } from './markup.js';
export { openedWith, withoutDoubledOpening } from './openings.js';

/**
 * Markdown as a person would read it aloud: no marks, links by their text, tables by rows, code as it is; without
 * citation marks ([1], 【…】, footnotes), the space that they leave before punctuation closed. Text whose marks are
 * so many or so deep that only a machine wrote them keeps them: parsing them takes time by the square of their number.
 *
 * It shares the parser, marks, tags and costs with markup.ts, not the walk: it joins blocks, list items and rows in spacing
 * of its own, where that one keeps each character that it does not cut.
 */
export function plainText(markdown: string): string {
  return tidy(unmarked(superscript(mentions(withoutModelMarks(markdown.replace(/\r\n?/g, '\n'))))));
}

/** One line that has none of markdown's characters: parsing it would change nothing. */
const PLAIN = /^(?!\s*\d+[.)])[^\n*_`[\]<>~#|\\&+=-]*$/;
/** Parsing takes a tenth of a millisecond a line: texts of more are read line by line, marks and all. */
const MAX_LINES = 1000;

function unmarked(source: string): string {
  if (PLAIN.test(source)) return prose(source);
  if (source.split('\n', MAX_LINES + 1).length > MAX_LINES) return source.split('\n').map(prose).join('\n');
  if (affordable(source)) {
    const context = { source: withoutFootnotes(source) };
    return render(fromMarkdown(context.source), context);
  }
  const lines = source.split('\n').filter((line) => !(line.includes('|') && isDelimiterRow(line)));
  const readable = lines.length > 1 && affordable(lines.join('\n\n'));
  return lines.map((line) => (readable ? unmarked(line) : prose(line))).join('\n');
}

interface Context {
  source: string;
}

function render(node: Nodes, context: Context): string {
  switch (node.type) {
    case 'blockquote':
      // "> 99.9 %" is more than that.
      if (/^>\s*[\d.,$€£]/.test(sourceOf(node, context))) return sourceOf(node, context);
      return blocks(node, context, '\n\n');
    case 'root':
      return blocks(node, context, '\n\n');
    case 'list':
      return blocks(node, context, node.spread ? '\n\n' : '\n');
    case 'listItem':
      return `${numberOf(node, context)}${blocks(node, context, '\n').replace(/^\[[ xX]\]\s+/, '')}`;
    case 'paragraph':
      return tableRows(node, context) ?? prose(inline(node, context));
    case 'heading':
      return prose(inline(node, context));
    case 'emphasis':
    case 'strong':
      if (isCode(node, context)) return sourceOf(node, context);
      return isCitation(inline(node, context)) ? CITED : inline(node, context);
    case 'delete':
    case 'link':
    case 'linkReference':
      return isCitation(inline(node, context)) ? CITED : inline(node, context);
    case 'text':
      return node.value.replace(/~~(?=\S)(.+?)~~/gs, '$1');
    case 'inlineCode':
      return guard(node.value);
    case 'code':
      return node.value;
    case 'html':
      return withoutTagsAndMarks(node.value);
    case 'image':
    case 'imageReference':
      return node.alt ?? '';
    case 'break':
      return '\n';
    default:
      return '';
  }
}

const sourceOf = ({ position }: Nodes, { source }: Context): string =>
  source.slice(position?.start.offset, position?.end.offset);

const isCode = ({ position }: Nodes, { source }: Context): boolean =>
  position?.start.offset !== undefined &&
  position.end.offset !== undefined &&
  keepsItsMarks(source, position.start.offset, position.end.offset);

/** What is left of HTML may be markdown, and has entities. */
function withoutTagsAndMarks(html: string): string {
  const text = withoutTags(html);
  return text === html || text.trim() === '' ? text : unmarked(text.trim());
}

const blocks = (node: Parent, context: Context, between: string): string =>
  node.children
    .map((child) => render(child, context))
    .filter((text) => text.trim() !== '')
    .join(between);

/** The children of one paragraph; what stands between `<script>` and `</script>` is no text. */
function inline(node: Parent, context: Context): string {
  let hidden: string | undefined;
  let text = '';
  for (const child of node.children) {
    const tag = child.type === 'html' ? hiddenElement(child.value) : undefined;
    if (hidden !== undefined) {
      if (tag === `/${hidden}`) hidden = undefined;
    } else if (tag !== undefined && !tag.startsWith('/')) hidden = tag;
    else text += render(child, context);
  }
  return text;
}

/** "1. " or "1) " of an item of a numbered list, as it was written; the marks of other lists are dropped. */
function numberOf(item: ListItem, { source }: Context): string {
  const start = item.position?.start.offset ?? 0;
  return /^\d+[.)]/.exec(source.slice(start, start + 12))?.[0].concat(' ') ?? '';
}

/** The rows of a table, cells separated by commas; undefined when the paragraph is none (tables are no CommonMark). */
function tableRows(paragraph: Paragraph, { source }: Context): string | undefined {
  const lines = source.slice(paragraph.position?.start.offset, paragraph.position?.end.offset).split('\n');
  if (!lines[0]?.includes('|') || !lines[1]?.includes('|') || !isDelimiterRow(lines[1])) return undefined;
  return lines
    .filter((_, index) => index !== 1)
    .map((line) =>
      line
        .trim()
        .replace(/^\||(?<!\\)\|$/g, '')
        .split(/(?<!\\)\|/)
        .map((cell) => plainText(cell.replaceAll('\\|', '|')))
        .filter((cell) => cell !== '')
        .join(', '),
    )
    .join('\n');
}

/**
 * Slack's own marks: <@U1|ann>, <#C1|general>, <!here>, <https://…|text>, and Teams' <at>ann</at>. A user without a name
 * says nothing.
 */
const mentions = (source: string): string =>
  source
    .replace(/<@[A-Z0-9]{1,40}\|([^<>\n]{1,200})>/g, '@$1')
    .replace(/[ \t]?<@[A-Z0-9]{1,40}>/g, '')
    .replace(/<#[A-Z0-9]{1,40}\|([^<>\n]{1,200})>/g, '#$1')
    .replace(/<at(?:\s[^<>]{0,100})?>([^<>\n]{1,200})<\/at>/g, '@$1')
    .replace(/<!(here|channel|everyone)(?:\|[^<>\n]{0,200})?>/g, '@$1')
    .replace(/<(?:https?|mailto):[^|<>\s]{1,2000}\|([^<>\n]{1,500})>/g, '$1');

const tidy = (text: string): string =>
  text
    .replace(/[\uE000-\uE002]/g, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
