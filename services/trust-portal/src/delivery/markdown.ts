import { escapeHtml } from '@candor/runtime/mail';
import { fromMarkdown } from 'mdast-util-from-markdown';
import type { Nodes, Parent, Root } from 'mdast';
import { markdownMistake } from './markdown-bounds.js';

/** What cannot be read as markdown in a moment (new texts are refused, old ones may be such) is plain text, line by line. */
function read(markdown: string): Root {
  if (markdownMistake(markdown) === undefined) return fromMarkdown(markdown);
  const lines = markdown.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  return {
    type: 'root',
    children: lines.map((value) => ({ type: 'paragraph', children: [{ type: 'text', value }] })),
  };
}

/**
 * Markdown as HTML made of a few plain elements: whatever HTML the markdown holds is shown as text, links go to the web or
 * to mail, pictures become their description.
 */
export const markdownToHtml = (markdown: string): string => html(read(markdown));

/** The same as plain text, for the other half of a mail: links with their addresses. */
export const markdownToText = (markdown: string): string =>
  text(read(markdown))
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** The running text alone: no headings, lists and addresses, unless there is nothing else. */
export function markdownSummary(markdown: string): string {
  const root = read(markdown);
  const paragraphs = root.children.filter(({ type }) => type === 'paragraph');
  return (paragraphs.length > 0 ? paragraphs : root.children).map(words).join(' ');
}

const words = (node: Nodes): string =>
  'children' in node
    ? node.children.map(words).join(['root', 'list', 'listItem', 'blockquote'].includes(node.type) ? ' ' : '')
    : 'value' in node
      ? node.value
      : node.type === 'break'
        ? ' '
        : '';

const SAFE_LINK = /^(?:https?:\/\/|mailto:)/i;

function html(node: Nodes): string {
  const inside = (parent: Parent): string => parent.children.map(html).join('');
  switch (node.type) {
    case 'root':
      return inside(node);
    case 'paragraph':
      return `<p>${inside(node)}</p>`;
    case 'heading':
      return `<h${Math.min(node.depth + 1, 6)}>${inside(node)}</h${Math.min(node.depth + 1, 6)}>`;
    case 'blockquote':
      return `<blockquote>${inside(node)}</blockquote>`;
    case 'list':
      return node.ordered ? `<ol start="${node.start ?? 1}">${inside(node)}</ol>` : `<ul>${inside(node)}</ul>`;
    case 'listItem':
      return `<li>${inside(node)}</li>`;
    case 'emphasis':
      return `<em>${inside(node)}</em>`;
    case 'strong':
      return `<strong>${inside(node)}</strong>`;
    case 'inlineCode':
      return `<code>${escapeHtml(node.value)}</code>`;
    case 'code':
      return `<pre><code>${escapeHtml(node.value)}</code></pre>`;
    case 'link':
      return SAFE_LINK.test(node.url) ? `<a href="${escapeHtml(node.url)}">${inside(node)}</a>` : inside(node);
    case 'linkReference':
      return inside(node);
    case 'image':
    case 'imageReference':
      return escapeHtml(node.alt ?? '');
    case 'text':
    case 'html':
      return escapeHtml(node.value);
    case 'break':
      return '<br>';
    case 'thematicBreak':
      return '<hr>';
    default:
      return '';
  }
}

function text(node: Nodes): string {
  const inside = (parent: Parent, between = ''): string => parent.children.map(text).join(between);
  switch (node.type) {
    case 'root':
    case 'blockquote':
      return inside(node, '\n\n');
    case 'list':
      return node.children
        .map((item, index) => `${node.ordered ? `${(node.start ?? 1) + index}.` : '-'} ${inside(item, '\n').trim()}`)
        .join('\n');
    case 'paragraph':
    case 'heading':
    case 'listItem':
    case 'emphasis':
    case 'strong':
    case 'linkReference':
      return inside(node);
    case 'link': {
      const label = inside(node);
      return label === node.url || !SAFE_LINK.test(node.url) ? label : `${label} (${node.url})`;
    }
    case 'image':
    case 'imageReference':
      return node.alt ?? '';
    case 'inlineCode':
    case 'code':
    case 'text':
    case 'html':
      return node.value;
    case 'break':
      return '\n';
    default:
      return '';
  }
}
