import { fromMarkdown } from 'mdast-util-from-markdown';
import type { Nodes, PhrasingContent, RootContent } from 'mdast';
import type { ReadBudget } from '../budget.js';
import type { ParagraphBlock, TableCell, TextModel } from '../model.js';
import { isNote, proseOf } from './prose-blocks.js';
import { readHtml } from './read-html.js';
import { withoutSiteMarks } from './site-marks.js';
import { tamedMarkdown } from './tamed-markdown.js';
import { TextBlocks } from './text-blocks.js';

/** Nested lists and quotes beyond this are no document. */
const MAX_DEPTH = 50;
/** Struck out as GitHub does it, within one text. */
const STRUCK = /~~(?=[^\s~])[^~]{1,2000}~~/g;
const TABLE_RULE = /^\s*(?:\|\s*)?:?-+:?\s*(?:\|\s*:?-+:?\s*)*(?:\|\s*)?$/;

/** Reads Markdown (CommonMark, and pipe tables): headings, list items, tables and paragraphs, with the text of inline markup. */
export function readMarkdown(text: string, budget: ReadBudget): TextModel {
  const blocks = new TextBlocks(budget);
  const body = text.replace(/^\uFEFF?---\r?\n[\s\S]*?\r?\n---\r?\n/, '');
  const source = tamedMarkdown(withoutSiteMarks(body));
  addNodes(fromMarkdown(source).children, source, blocks, undefined, 0);
  return { kind: 'text', format: 'md', blocks: blocks.blocks, warnings: [] };
}

function addNodes(
  nodes: readonly RootContent[],
  source: string,
  blocks: TextBlocks,
  listLevel: number | undefined,
  depth: number,
): void {
  if (depth > MAX_DEPTH) return;
  for (const node of nodes) {
    const level = listLevel === undefined ? {} : { listLevel };
    if (node.type === 'heading') blocks.paragraph(inlineText(node.children), { heading: node.depth });
    else if (node.type === 'paragraph')
      addParagraph(node.children, source.slice(node.position?.start.offset, node.position?.end.offset), blocks, level);
    else if (node.type === 'code' && isNote(node.lang))
      addNodes(fromMarkdown(node.value).children, node.value, blocks, listLevel, depth + 1);
    else if (node.type === 'code') {
      const prose = proseOf(node.value, node.lang);
      for (const line of prose ?? node.value.split('\n'))
        blocks.paragraph(line, prose === undefined ? { ...level, code: true } : level);
    } else if (node.type === 'html') addHtml(node.value, blocks, level);
    else if (node.type === 'list') {
      const nested = listLevel === undefined ? 0 : listLevel + 1;
      let number = node.start ?? 1;
      for (const item of node.children) {
        const [first, ...rest] = item.children;
        const label = node.ordered === true ? { number: `${number++}.` } : {};
        if (first?.type === 'paragraph') blocks.paragraph(inlineText(first.children), { listLevel: nested, ...label });
        else if (first !== undefined) addNodes([first], source, blocks, nested, depth + 1);
        addNodes(rest, source, blocks, nested, depth + 1);
      }
    } else if ('children' in node) addNodes(node.children, source, blocks, listLevel, depth + 1);
  }
}

/** HTML within Markdown: its tables and lists as the reader of web pages reads them. */
function addHtml(html: string, blocks: TextBlocks, level: { listLevel?: number }): void {
  for (const block of readHtml(html, blocks.budget).blocks) {
    if (block.kind === 'table') blocks.table(block.rows);
    else if (block.kind === 'paragraph') blocks.paragraph(block.text, { ...level, ...listing(block) });
  }
}

const listing = ({ heading, listLevel, number }: ParagraphBlock): Partial<ParagraphBlock> => ({
  ...(heading === undefined ? {} : { heading }),
  ...(listLevel === undefined ? {} : { listLevel }),
  ...(number === undefined ? {} : { number }),
});

/** A pipe table looks like a paragraph to CommonMark; its second line is a rule. */
function addParagraph(
  children: readonly PhrasingContent[],
  source: string,
  blocks: TextBlocks,
  level: { listLevel?: number },
): void {
  const lines = source.split(/\r?\n/);
  const [head, rule] = lines;
  if (head?.includes('|') === true && rule !== undefined && rule.includes('-') && TABLE_RULE.test(rule)) {
    blocks.table([head, ...lines.slice(2)].map(tableRow));
    return;
  }
  blocks.paragraph(inlineText(children), level);
}

function tableRow(line: string, row: number): TableCell[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell, column) => {
    const [paragraph] = fromMarkdown(cell.trim().replaceAll('\\|', '|')).children;
    const text = paragraph === undefined ? '' : inlineText([paragraph]);
    return { row, column, rowSpan: 1, columnSpan: 1, text: text.trim(), ...(row === 0 ? { bold: true } : {}) };
  });
}

/** Plain text of inline markup; soft line breaks are spaces. */
function inlineText(nodes: readonly Nodes[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'break') return '\n';
      if (node.type === 'text') return node.value.replace(/\r?\n/g, ' ').replace(STRUCK, '');
      if (node.type === 'inlineCode') return node.value;
      if (node.type === 'image') return node.alt ?? '';
      return 'children' in node ? inlineText(node.children) : '';
    })
    .join('');
}
