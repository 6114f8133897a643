import { descendants, type TextEdit, type XmlNode, type XmlTree } from '../xml/xml-tree.js';
import { withAttribute } from '../xml/part-text.js';
import { isStruck, runsOf } from './run-writer.js';

/** Lines to write on: underscores, dots, ellipses. */
const BLANK = /_{3,}(?:[ \u00a0]*_{3,})*|\.{5,}|…{2,}|‗{3,}|(?:_\s){3,}/gu;

/** The text of a paragraph over the `w:t` elements that hold it, to change stretches of it in place. */
export class ParagraphText {
  readonly text: string;
  readonly #pieces: { node: XmlNode; from: number; text: string }[] = [];
  readonly #changes: { from: number; to: number; text: string }[] = [];

  constructor(
    private readonly tree: XmlTree,
    paragraph: XmlNode,
  ) {
    let text = '';
    for (const run of runsOf(paragraph)) {
      if (isStruck(tree, run)) continue;
      for (const node of descendants(run)) {
        if (node.name === 'w:t') {
          const own = tree.ownText(node);
          this.#pieces.push({ node, from: text.length, text: own });
          text += own;
        } else if (node.name === 'w:tab') text += '\t';
        else if (node.name === 'w:br' || node.name === 'w:cr') text += '\n';
      }
    }
    this.text = text;
  }

  /** Stretches that are lines to write on. */
  blanks(): { from: number; to: number }[] {
    return [...this.text.matchAll(BLANK)].map((found) => ({ from: found.index, to: found.index + found[0].length }));
  }

  /** Whether the stretch can be changed: some of it is text. */
  holds(from: number, to: number): boolean {
    return this.#pieces.some((piece) => piece.from < to && piece.from + piece.text.length > from);
  }

  /** Fills a line to write on; one that is all of its paragraph gets the label in front, as an empty paragraph does. */
  fillBlank({ from, to }: { from: number; to: number }, text: string, label: string): void {
    const alone = this.text.slice(0, from).trim() === '' && this.text.slice(to).trim() === '';
    this.replace(from, to, alone ? `${label}: ${text}` : text);
  }

  replace(from: number, to: number, text: string): void {
    this.#changes.push({ from, to, text: text.replace(/(?<!\s)\s*\n\s*/g, ' ') });
  }

  edits(): TextEdit[] {
    const written = new Set<{ text: string }>();
    const changes = [...this.#changes].sort((a, b) => a.from - b.from);
    return this.#pieces.flatMap((piece) => {
      const end = piece.from + piece.text.length;
      const own = changes.filter((change) => change.from < end && change.to > piece.from);
      if (own.length === 0) return [];
      let text = '';
      let at = piece.from;
      for (const change of own) {
        text += piece.text.slice(at - piece.from, Math.max(0, change.from - piece.from));
        if (!written.has(change)) text += change.text;
        written.add(change);
        at = Math.min(end, change.to);
      }
      text += piece.text.slice(at - piece.from);
      const tag = withAttribute(this.tree.tag(piece.node), 'xml:space', 'preserve');
      return [
        { start: piece.node.start, end: piece.node.contentStart, text: tag },
        { start: piece.node.contentStart, end: piece.node.contentEnd, text: this.tree.encoding.quote(text) },
      ];
    });
  }
}
