import { fromMarkdown } from 'mdast-util-from-markdown';
import type { Nodes, Parent } from 'mdast';
import type { ComponentChildren, VNode } from 'preact';
import { useMemo } from 'preact/hooks';

const SAFE_LINK = /^(?:https?:\/\/|mailto:)/i;

/** Markdown as mails and the portal show it: HTML in it is text, links go to the web or to mail, pictures are their words. */
export function Markdown({ text }: { text: string }) {
  return useMemo(() => <>{draw(fromMarkdown(text), 0)}</>, [text]);
}

const inside = ({ children }: Parent): ComponentChildren => children.map(draw);

function draw(node: Nodes, key: number): VNode | string {
  switch (node.type) {
    case 'root':
      return <div key={key}>{inside(node)}</div>;
    case 'paragraph':
      return <p key={key}>{inside(node)}</p>;
    case 'heading':
      // Below the headings of the page that it is shown on.
      return <h4 key={key}>{inside(node)}</h4>;
    case 'blockquote':
      return <blockquote key={key}>{inside(node)}</blockquote>;
    case 'list':
      return node.ordered ? (
        <ol key={key} start={node.start ?? 1}>
          {inside(node)}
        </ol>
      ) : (
        <ul key={key}>{inside(node)}</ul>
      );
    case 'listItem':
      return <li key={key}>{inside(node)}</li>;
    case 'emphasis':
      return <em key={key}>{inside(node)}</em>;
    case 'strong':
      return <strong key={key}>{inside(node)}</strong>;
    case 'inlineCode':
      return <code key={key}>{node.value}</code>;
    case 'code':
      return (
        <pre key={key} tabIndex={0}>
          <code>{node.value}</code>
        </pre>
      );
    case 'link':
      return SAFE_LINK.test(node.url) ? (
        <a key={key} href={node.url} target="_blank" rel="noopener noreferrer">
          {inside(node)}
        </a>
      ) : (
        <span key={key}>{inside(node)}</span>
      );
    case 'linkReference':
      return <span key={key}>{inside(node)}</span>;
    case 'image':
    case 'imageReference':
      return node.alt ?? '';
    case 'text':
    case 'html':
      return node.value;
    case 'break':
      return <br key={key} />;
    case 'thematicBreak':
      return <hr key={key} />;
    default:
      return '';
  }
}
