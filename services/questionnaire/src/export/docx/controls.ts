import { opened } from '../xml/part-text.js';
import { ancestorNamed, childNamed, descendants, type TextEdit, type XmlNode, type XmlTree } from '../xml/xml-tree.js';
import { attributeEdit } from './boxes.js';
import { paragraphsOf, runsOf, runXml, type RunWriter } from './run-writer.js';

const ASKS = new Set(['w:text', 'w:date', 'w:dropDownList', 'w:comboBox', 'w:richText']);

/** Whether a content control waits for text or a choice: typed so, or showing its prompt; not one that only groups content. */
export function asksForText(control: XmlNode): boolean {
  const properties = childNamed(control, 'w:sdtPr');
  if (properties === undefined || childNamed(properties, 'w14:checkbox') !== undefined) return false;
  return (
    properties.children.some((child) => ASKS.has(child.name) && child.name !== 'w:richText') ||
    childNamed(properties, 'w:showingPlcHdr') !== undefined
  );
}

/** Whether the control takes its content from another part: Word would show that again in place of what we write. */
export const isBound = (control: XmlNode): boolean =>
  [...descendants(childNamed(control, 'w:sdtPr') ?? control, () => false)].some((child) =>
    /:dataBinding$/.test(child.name),
  );

/** Makes `text` the content of a content control, which then no longer shows its prompt and is bound to nothing. */
export function fillControl(tree: XmlTree, runs: RunWriter, control: XmlNode, text: string): TextEdit[] {
  const properties = childNamed(control, 'w:sdtPr');
  const edits = (properties?.children ?? [])
    .filter((child) => child.name === 'w:showingPlcHdr' || /:dataBinding$/.test(child.name))
    .map((child): TextEdit => ({ start: child.start, end: child.end, text: '' }));
  const content = childNamed(control, 'w:sdtContent');
  const own = childNamed(properties, 'w:rPr');
  const format = own === undefined ? undefined : tree.text.slice(own.start, own.end);
  const inline = ancestorNamed(control, 'w:p') !== undefined && nearest(control, ['w:p', 'w:tc', 'w:body']) === 'w:p';
  if (content === undefined) return edits;
  const paragraphs = paragraphsOf(content);
  if (paragraphs.length > 0) return [...edits, ...runs.fill(paragraphs, text, format)];
  const existing = runsOf(content);
  const [first, ...others] = existing;
  const run = runXml(runs.prefix, text, format ?? runs.properties(inline ? content : undefined), tree.encoding);
  const shown = inline ? run : `<${runs.prefix}p>${run}</${runs.prefix}p>`;
  if (tree.isEmptyElement(content)) {
    const tag = opened(tree.tag(content));
    return [...edits, { start: content.start, end: content.end, text: `${tag}${shown}</${runs.prefix}sdtContent>` }];
  }
  if (first === undefined) return [...edits, { start: content.contentStart, end: content.contentStart, text: shown }];
  return [
    ...edits,
    { start: first.start, end: first.end, text: run },
    ...others.map((other): TextEdit => ({ start: other.start, end: other.end, text: '' })),
  ];
}

function nearest(node: XmlNode, names: readonly string[]): string | undefined {
  let at = node.parent;
  while (at !== undefined && !names.includes(at.name)) at = at.parent;
  return at?.name;
}

/** The most characters that a legacy text field takes; undefined when it states none. */
export function mostCharacters(tree: XmlTree, data: XmlNode): number | undefined {
  const limit = childNamed(childNamed(data, 'w:textInput'), 'w:maxLength');
  const most = limit === undefined ? 0 : Number(tree.attribute(limit, 'w:val'));
  return most > 0 ? most : undefined;
}

/** Fills a legacy text field or drop-down (`w:ffData`); undefined when it is neither, or the choice is not in its list. */
export function fillLegacyField(tree: XmlTree, runs: RunWriter, data: XmlNode, text: string): TextEdit[] | undefined {
  const list = childNamed(data, 'w:ddList');
  if (list !== undefined) return chooseEntry(tree, list, text);
  const begin = ancestorNamed(data, 'w:r');
  const paragraph = ancestorNamed(data, 'w:p');
  if (begin === undefined || paragraph === undefined || childNamed(data, 'w:textInput') === undefined) return undefined;
  const all = runsOf(paragraph);
  let depth = 0;
  let separator: XmlNode | undefined;
  const result: XmlNode[] = [];
  for (const run of all.slice(all.indexOf(begin))) {
    const mark = childNamed(run, 'w:fldChar');
    const type = mark === undefined ? undefined : tree.attribute(mark, 'w:fldCharType');
    if (type === 'begin') depth++;
    if (type === 'end' && --depth === 0) return replaceResult(runs, tree, separator, result, run, text);
    if (type === 'separate' && depth === 1) separator = run;
    else if (separator !== undefined && type === undefined) result.push(run);
  }
  return undefined;
}

function replaceResult(
  runs: RunWriter,
  tree: XmlTree,
  separator: XmlNode | undefined,
  result: readonly XmlNode[],
  end: XmlNode,
  text: string,
): TextEdit[] {
  const [first, ...others] = result;
  const format = childNamed(first, 'w:rPr');
  const run = runXml(
    runs.prefix,
    text,
    format === undefined ? '' : tree.text.slice(format.start, format.end),
    tree.encoding,
  );
  if (first === undefined) {
    const mark = `<${runs.prefix}r><${runs.prefix}fldChar ${runs.prefix}fldCharType="separate"/></${runs.prefix}r>`;
    return [{ start: end.start, end: end.start, text: separator === undefined ? mark + run : run }];
  }
  return [
    { start: first.start, end: first.end, text: run },
    ...others.map((other): TextEdit => ({ start: other.start, end: other.end, text: '' })),
  ];
}

function chooseEntry(tree: XmlTree, list: XmlNode, text: string): TextEdit[] | undefined {
  const entries = list.children.filter((child) => child.name === 'w:listEntry');
  const index = entries.findIndex((entry) => (tree.attribute(entry, 'w:val') ?? '').trim() === text);
  if (index < 0) return undefined;
  const result = childNamed(list, 'w:result');
  if (result !== undefined) return [attributeEdit(tree, result, 'w:val', String(index))];
  const prefix = tree.prefix(list);
  return [{ start: list.contentStart, end: list.contentStart, text: `<${prefix}result ${prefix}val="${index}"/>` }];
}
