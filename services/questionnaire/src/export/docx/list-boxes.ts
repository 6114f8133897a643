import { childNamed, type TextEdit, type XmlNode, type XmlTree } from '../xml/xml-tree.js';
import type { Box } from './boxes.js';
import { runXml } from './run-writer.js';

/** Properties that stand in front of the numbering of a paragraph (ECMA-376 17.3.1.26). */
const BEFORE_NUMBERING = /:(?:pStyle|keepNext|keepLines|pageBreakBefore|framePr|widowControl)$/;

/**
 * The box that is the bullet of a list's entry. Ticked, the entry leaves its list and begins with a ticked box, for the bullets
 * of a list are all alike.
 */
export function listBox(tree: XmlTree, paragraph: XmlNode): Omit<Box, 'after' | 'before'> {
  return { ticked: false, set: (ticked) => (ticked ? tick(tree, paragraph) : []) };
}

function tick(tree: XmlTree, paragraph: XmlNode): TextEdit[] {
  const prefix = tree.prefix(paragraph);
  const noList = `<${prefix}numPr><${prefix}numId ${prefix}val="0"/></${prefix}numPr>`;
  const sign = runXml(prefix, '☒ ', '', tree.encoding);
  const properties = childNamed(paragraph, 'w:pPr');
  if (properties === undefined) {
    const at = paragraph.contentStart;
    return [{ start: at, end: at, text: `<${prefix}pPr>${noList}</${prefix}pPr>${sign}` }];
  }
  const own = childNamed(properties, 'w:numPr');
  const before = properties.children.filter(({ name }) => BEFORE_NUMBERING.test(name)).at(-1)?.end;
  const at = before ?? properties.contentStart;
  const text = { start: properties.end, end: properties.end, text: sign };
  return [
    own === undefined ? { start: at, end: at, text: noList } : { start: own.start, end: own.end, text: noList },
    text,
  ];
}
