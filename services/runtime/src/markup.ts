import { fromMarkdown } from 'mdast-util-from-markdown';
import type { Nodes, Parent } from 'mdast';
import { guard, isCitation, withoutCitations, withoutFootnotes, withoutModelMarks } from './citation-marks.js';
import { superscript, withoutTags } from './html-tags.js';
import { keepsItsMarks } from './code-marks.js';
import { affordable, isDelimiterRow } from './markdown-cost.js';

/** A piece of the source that is left out, or replaced. */
interface Cut {
  from: number;
  to: number;
  by: string;
}

const SUSPECT = /[*_`[<>#~|【\uE200\\]|^[ \t]*[=-]{2,}[ \t]*$/m;

/**
 * A text without the marks of Markdown, HTML and citations, and else as it was written: spaces, lists, line ends and code
 * ("snake__case", "2 ** 3", file globs) stay. For answers and evidence, which are quoted and must not change otherwise.
 *
 * It shares the parser, marks, tags and costs with plain-text.ts, not the walk: this one cuts pieces out of the source by
 * their places, that one renders the tree anew, and each node would need both answers.
 */
export function withoutMarkup(text: string): string {
  if (!SUSPECT.test(text)) return text;
  const source = withoutFootnotes(superscript(withoutModelMarks(text)));
  if (!affordable(source) || source.split('\n').length > 1000) return withoutCitations(source);
  const cuts: Cut[] = [];
  visit(fromMarkdown(source), source, cuts);
  const read = withoutCitations(halves(cut(source, cuts)));
  if (read === text) return text;
  const tidy = read.split('\n').map((line) => line.trimEnd());
  return tidy
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** In a path of Windows a stroke is its own; else "\\*" is a star. */
const PATH = /[A-Za-z]:\\|\\[\p{L}\p{N}\\]/u;

function cut(source: string, cuts: Cut[]): string {
  const isPath = PATH.test(source);
  const plain = (text: string): string => (isPath ? text : text.replace(/\\([*_`[\]#~>|])/g, '$1'));
  let at = 0;
  let out = '';
  for (const { from, to, by } of cuts.sort((a, b) => a.from - b.from || b.to - a.to)) {
    if (from < at) continue;
    out += plain(source.slice(at, from)) + by;
    at = to;
  }
  return out + plain(source.slice(at));
}

const startOf = (node: Nodes): number => node.position?.start.offset ?? 0;
const endOf = (node: Nodes): number => node.position?.end.offset ?? 0;

function visit(node: Nodes, source: string, cuts: Cut[]): void {
  const from = startOf(node);
  const to = endOf(node);
  const own = source.slice(from, to);
  switch (node.type) {
    case 'emphasis':
    case 'strong':
      if (keepsItsMarks(source, from, to)) return;
      unwrap(node, source, cuts);
      return;
    case 'heading':
      // "# of employees" counts something.
      if (/^#+[ \t]*(?:$|of\b)/i.test(own)) return;
      unwrap(node, source, cuts);
      return;
    case 'link':
    case 'linkReference':
      if (own.startsWith('<')) cuts.push({ from, to: from + 1, by: '' }, { from: to - 1, to, by: '' });
      else if (own.startsWith('[')) unwrap(node, source, cuts);
      return;
    case 'image':
    case 'imageReference':
      cuts.push({ from, to, by: node.alt ?? '' });
      return;
    case 'inlineCode':
      cuts.push({ from, to, by: guard(node.value) });
      return;
    case 'code':
      if (/^[`~]{3}/.test(own)) cuts.push({ from, to, by: guard(node.value) });
      return;
    case 'definition':
      cuts.push({ from, to, by: '' });
      return;
    case 'thematicBreak':
      if (own !== source.trim() && !own.includes('_')) cuts.push({ from, to, by: '' });
      return;
    case 'html': {
      const text = withoutTags(own);
      if (text !== own) cuts.push({ from, to, by: text });
      return;
    }
    case 'break':
      if (own.startsWith('\\')) cuts.push({ from, to: from + 1, by: '' });
      return;
    case 'blockquote':
      // "> 99.9 %" is more than that.
      if (/^>\s*[\d.,$€£]/.test(own)) return;
      lines(own, (line, at) => {
        const mark = /^[ \t]*(?:>[ \t]?){1,20}/.exec(line);
        if (mark) cuts.push({ from: from + at, to: from + at + mark[0].length, by: '' });
      });
      break;
    case 'paragraph':
      table(own, from, cuts);
      break;
    case 'text':
      for (const { index, 0: struck } of own.matchAll(/ ?~~(?=[^\s~])[^~]{1,2000}~~ ?/g)) {
        const between = struck.startsWith(' ') && struck.endsWith(' ') ? ' ' : '';
        cuts.push({ from: from + index, to: from + index + struck.length, by: between });
      }
      return;
    default:
  }
  if ('children' in node) for (const child of node.children) visit(child, source, cuts);
}

/** Leaves out what stands around the children of a node; all of it where they are a citation mark. */
function unwrap(node: Parent & Nodes, source: string, cuts: Cut[]): void {
  const [first] = node.children;
  const last = node.children.at(-1);
  const from = startOf(node);
  const to = endOf(node);
  if (!first || !last || isCitation(source.slice(startOf(first), endOf(last)))) {
    cuts.push({ from: source[from - 1] === ' ' ? from - 1 : from, to, by: '' });
    return;
  }
  cuts.push({ from, to: startOf(first), by: '' }, { from: endOf(last), to, by: '' });
  for (const child of node.children) visit(child, source, cuts);
}

function lines(text: string, take: (line: string, at: number) => void): void {
  let at = 0;
  for (const line of text.split('\n')) {
    take(line, at);
    at += line.length + 1;
  }
}

/** The rows of a table as lists of cells; its second line is a rule. */
function table(own: string, from: number, cuts: Cut[]): void {
  const [head, rule] = own.split('\n');
  if (head?.includes('|') !== true || rule?.includes('|') !== true || !isDelimiterRow(rule)) return;
  lines(own, (line, at) => {
    const start = from + at;
    if (line === rule) return void cuts.push({ from: start, to: start + line.length + 1, by: '' });
    const inner = line.trimEnd();
    for (const bar of inner.matchAll(/[ \t]{0,50}(?<!\\)\|[ \t]{0,50}/g)) {
      const outer = bar.index === 0 || bar.index + bar[0].length === inner.length;
      cuts.push({ from: start + bar.index, to: start + bar.index + bar[0].length, by: outer ? '' : ', ' });
    }
  });
}

/** Marks of which the other half is missing, as a text has them that was cut, and those with blanks inside. */
function halves(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      for (const mark of ['**', '__']) {
        const at = line.indexOf(mark);
        const end = line.indexOf(` ${mark}`, at + 3);
        const spaced = at >= 0 && end > 0 && line[at + 2] === ' ' && line.slice(0, at).trim() === '';
        if (spaced && /^$|[\s.,;:!?]/.test(line[end + 3] ?? ''))
          return line.slice(0, at) + line.slice(at + 3, end) + line.slice(end + 3);
        if (at < 0 || line.indexOf(mark, at + 2) >= 0) continue;
        const opens = /^[\s>•-]*$/.test(line.slice(0, at)) && /^\p{Lu}|^\p{L}+[ ,.:]/u.test(line.slice(at + 2));
        const closes = line.slice(at + 2).trim() === '' && /[\p{L}.!?:)]$/u.test(line.slice(0, at));
        if (opens || closes) return line.slice(0, at) + line.slice(at + 2);
      }
      return line;
    })
    .join('\n');
}
