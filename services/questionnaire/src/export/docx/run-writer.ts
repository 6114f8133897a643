import { isOn } from '../../documents/docx/styles.js';
import { opened, type PartEncoding } from '../xml/part-text.js';
import { childNamed, descendants, type TextEdit, type XmlNode, type XmlTree } from '../xml/xml-tree.js';

/** Elements whose runs show text of the paragraph (ECMA-376 17.3.3); deleted runs are left alone. */
const INTO = new Set([
  'w:p',
  'w:hyperlink',
  'w:ins',
  'w:smartTag',
  'w:sdt',
  'w:sdtContent',
  'w:customXml',
  'w:fldSimple',
  'w:moveTo',
]);
/** What a run may hold besides text, and must not lose. */
const KEPT = new Set([
  'w:drawing',
  'w:pict',
  'w:object',
  'mc:AlternateContent',
  'w:commentReference',
  'w:footnoteReference',
  'w:endnoteReference',
  'w:fldChar',
  'w:instrText',
]);

const STRIKE = /<(?:[\w.-]+:)?d?strike(?:\s[^>]*)?\/>/g;

/** Runs of a paragraph, in order, without those that a tracked change deletes. */
export const runsOf = (paragraph: XmlNode): XmlNode[] =>
  [...descendants(paragraph, (node) => INTO.has(node.name))].filter((node) => node.name === 'w:r');

export const paragraphsOf = (container: XmlNode): XmlNode[] =>
  [...descendants(container, (node) => node.name !== 'w:p' && node.name !== 'w:tbl')].filter(
    (node) => node.name === 'w:p',
  );

/** Whether a run is struck out: nobody's text any more, which stays as it stands. */
export function isStruck(tree: XmlTree, run: XmlNode): boolean {
  const properties = childNamed(run, 'w:rPr');
  return ['w:strike', 'w:dstrike'].some((name) => {
    const strike = childNamed(properties, name);
    return strike !== undefined && isOn(tree.attribute(strike, 'w:val'));
  });
}

/** A run with this text; line ends become breaks. `properties` is the whole `w:rPr` element or ''. */
export function runXml(prefix: string, text: string, properties: string, encoding: PartEncoding): string {
  const lines = text
    .split('\n')
    .map((line) =>
      line
        .split('\t')
        .map((piece) => (piece === '' ? '' : `<${prefix}t xml:space="preserve">${encoding.quote(piece)}</${prefix}t>`))
        .join(`<${prefix}tab/>`),
    )
    .join(`<${prefix}br/>`);
  return `<${prefix}r>${properties}${lines}</${prefix}r>`;
}

/** Writes texts into paragraphs of one document part. */
export class RunWriter {
  constructor(
    private readonly tree: XmlTree,
    /** Prefix of the document's own elements, with its colon. */
    readonly prefix: string,
  ) {}

  /** Run properties that a new run in the paragraph should have: those of its first run with text, else those of its mark. */
  properties(paragraph: XmlNode | undefined): string {
    if (paragraph === undefined) return '';
    const run = runsOf(paragraph).find((candidate) => this.textOf(candidate).trim() !== '') ?? runsOf(paragraph)[0];
    const own = childNamed(run, 'w:rPr') ?? childNamed(childNamed(paragraph, 'w:pPr'), 'w:rPr');
    return own === undefined ? '' : this.#withoutPrompt(own).replace(STRIKE, '');
  }

  /** Text that a run shows. */
  textOf(run: XmlNode): string {
    return isStruck(this.tree, run) ? '' : run.children.map((child) => this.#shown(child)).join('');
  }

  textOfParagraph(paragraph: XmlNode): string {
    return runsOf(paragraph)
      .map((run) => this.textOf(run))
      .join('');
  }

  /** Makes `text` all that the paragraphs show: it stands in the first one, the others are emptied or go. */
  fill(paragraphs: readonly XmlNode[], text: string, properties?: string): TextEdit[] {
    const [first, ...others] = paragraphs;
    if (first === undefined) return [];
    const run = runXml(this.prefix, text, properties ?? this.properties(first), this.tree.encoding);
    return [...this.replaceRuns(first, run), ...others.flatMap((paragraph) => this.#clear(paragraph))];
  }

  /** Puts `run` where the paragraph's first text is and takes the other texts away. */
  replaceRuns(paragraph: XmlNode, run: string): TextEdit[] {
    if (this.tree.isEmptyElement(paragraph)) {
      const tag = opened(this.tree.tag(paragraph));
      return [{ start: paragraph.start, end: paragraph.end, text: `${tag}${run}</${this.prefix}p>` }];
    }
    const removable = runsOf(paragraph).filter((candidate) => this.#isText(candidate));
    const [first, ...others] = removable;
    if (first === undefined) {
      const at = childNamed(paragraph, 'w:pPr')?.end ?? paragraph.contentStart;
      return [{ start: at, end: at, text: run }];
    }
    return [
      { start: first.start, end: first.end, text: run },
      ...others.map((other) => ({ start: other.start, end: other.end, text: '' })),
    ];
  }

  /** A run at the end of a paragraph. */
  append(paragraph: XmlNode, text: string): TextEdit[] {
    const run = runXml(this.prefix, text, this.properties(paragraph), this.tree.encoding);
    if (this.tree.isEmptyElement(paragraph)) return this.replaceRuns(paragraph, run);
    return [{ start: paragraph.contentEnd, end: paragraph.contentEnd, text: run }];
  }

  /** A new paragraph behind another, in the look of its text but without its number or heading. */
  paragraphAfter(paragraph: XmlNode, text: string): TextEdit[] {
    const properties = this.properties(paragraph).replace(
      /<(?:[\w.-]+:)?(?:b|bCs|caps|smallCaps|u|highlight|shd)(?:\s[^<>]*)?\/>/g,
      '',
    );
    const run = runXml(this.prefix, text, properties, this.tree.encoding);
    return [{ start: paragraph.end, end: paragraph.end, text: `<${this.prefix}p>${run}</${this.prefix}p>` }];
  }

  #clear(paragraph: XmlNode): TextEdit[] {
    const runs = runsOf(paragraph);
    const holdsMore = [...descendants(paragraph)].some(
      (node) => KEPT.has(node.name) || node.name === 'w:sectPr' || /^w:(bookmark|commentRange)/.test(node.name),
    );
    if (!holdsMore && paragraph.parent?.name !== 'w:p')
      return this.textOfParagraph(paragraph).trim() === '' && runs.length === 0
        ? []
        : [{ start: paragraph.start, end: paragraph.end, text: '' }];
    return runs.filter((run) => this.#isText(run)).map((run) => ({ start: run.start, end: run.end, text: '' }));
  }

  #isText(run: XmlNode): boolean {
    return !isStruck(this.tree, run) && !run.children.some((child) => KEPT.has(child.name));
  }

  #shown(node: XmlNode): string {
    if (node.name === 'w:t') return this.tree.ownText(node);
    if (node.name === 'w:tab') return '\t';
    return node.name === 'w:br' || node.name === 'w:cr' ? '\n' : '';
  }

  /** A prompt is grey; an answer in its place is not. */
  #withoutPrompt(properties: XmlNode): string {
    const prompt = properties.children.find(
      (child) => child.name === 'w:rStyle' && /placeholder/i.test(this.tree.attribute(child, 'w:val') ?? ''),
    );
    const text = this.tree.text.slice(properties.start, properties.end);
    if (prompt === undefined) return text;
    const without =
      this.tree.text.slice(properties.start, prompt.start) + this.tree.text.slice(prompt.end, properties.end);
    return properties.children.length === 1 ? '' : without;
  }
}
