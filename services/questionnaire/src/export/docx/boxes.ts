import { runText, symbolText } from '../../documents/docx/symbols.js';
import { childNamed, descendants, type TextEdit, type XmlNode, type XmlTree } from '../xml/xml-tree.js';
import { opened, withAttribute } from '../xml/part-text.js';
import { listBox } from './list-boxes.js';

/** A check box in a document: a content control, a legacy form field, a symbol, or a drawn character. */
export interface Box {
  ticked: boolean;
  /** Text up to the next box, and text since the one before. */
  after: string;
  before: string;
  /** Edits that tick it or take the tick away. */
  set(ticked: boolean): TextEdit[];
}

const EMPTY = /[☐□❏❑▢◻○◯⬜]|\[[ \u00a0_]{0,4}\]|\([ \u00a0_]{1,4}\)/gu;
const DRAWN = /[☐□❏❑▢◻○◯⬜☑☒◉●■⬛✔✓✅]|\[[ \u00a0_]{0,4}\]|\[\s?[xX✓✔]\s?\]|\([ \u00a0_]{1,4}\)|\([xX]\)/gu;
const TICKED_SIGN: Record<string, string> = { '○': '●', '◯': '●', '▢': '☒' };

type Piece = { text: string } | { box: Omit<Box, 'after' | 'before'> };
/** A text element whose boxes are still to be found: one may begin in it and end in the next. */
type RawPiece = Piece | { node: XmlNode };

type Listed = ReadonlySet<XmlNode>;

/**
 * The boxes of some elements, in order, with the texts around them; `listed` are paragraphs whose bullets are boxes. A cell
 * that has none of its own shows those of the table in it.
 */
export function boxesOf(tree: XmlTree, scopes: readonly XmlNode[], listed: Listed): Box[] {
  const own = boxesIn(tree, scopes, listed);
  const inner = own.length > 0 ? [] : scopes.flatMap((scope) => scope.children.filter(({ name }) => name === 'w:tbl'));
  return inner.length === 0
    ? own
    : boxesIn(
        tree,
        inner.flatMap((table) => [...descendants(table)].filter(({ name }) => name === 'w:tc')),
        listed,
      );
}

function boxesIn(tree: XmlTree, scopes: readonly XmlNode[], listed: Listed): Box[] {
  const pieces = scopes.flatMap((scope) => [...withDrawnBoxes(tree, piecesOf(tree, scope, listed)), { text: '\n' }]);
  const boxes: Box[] = [];
  let text = '';
  for (const piece of pieces) {
    if ('text' in piece) {
      text += piece.text;
      continue;
    }
    const last = boxes.at(-1);
    if (last !== undefined) last.after = text;
    boxes.push({ ...piece.box, before: text, after: '' });
    text = '';
  }
  const last = boxes.at(-1);
  if (last !== undefined) last.after = text;
  return boxes;
}

/** Finds the drawn boxes in runs of text elements that nothing parts: Word cuts a text anywhere ("[", " ", "] Yes"). */
function* withDrawnBoxes(tree: XmlTree, pieces: Iterable<RawPiece>): Generator<Piece> {
  let texts: XmlNode[] = [];
  for (const piece of pieces) {
    if ('node' in piece) {
      texts.push(piece.node);
      continue;
    }
    yield* drawnBoxes(tree, texts);
    texts = [];
    yield piece;
  }
  yield* drawnBoxes(tree, texts);
}

function* piecesOf(tree: XmlTree, node: XmlNode, listed: Listed): Generator<RawPiece> {
  switch (node.name) {
    case 'w:sdt': {
      const box = controlBox(tree, node);
      if (box === undefined) break;
      yield { box };
      return;
    }
    case 'w:ffData': {
      const box = legacyBox(tree, node);
      if (box !== undefined) yield { box };
      return;
    }
    case 'w:sym': {
      const box = symbolBox(tree, node);
      if (box !== undefined) yield { box };
      return;
    }
    case 'w:p':
      if (listed.has(node)) yield { box: listBox(tree, node) };
      break;
    case 'w:t':
      yield { node };
      return;
    case 'w:tab':
    case 'w:br':
      yield { text: node.name === 'w:tab' ? '\t' : '\n' };
      return;
    case 'w:del':
    case 'w:moveFrom':
    case 'w:tbl':
    case 'w:instrText':
      return;
    default:
  }
  for (const child of node.children) yield* piecesOf(tree, child, listed);
  if (node.name === 'w:p') yield { text: '\n' };
}

/** A check box content control (`w14:checkbox`): its state, and the sign that shows it. */
function controlBox(tree: XmlTree, control: XmlNode): Omit<Box, 'after' | 'before'> | undefined {
  const properties = childNamed(childNamed(control, 'w:sdtPr'), 'w14:checkbox');
  if (properties === undefined) return undefined;
  const state = childNamed(properties, 'w14:checked');
  const value = state === undefined ? '0' : (tree.attribute(state, 'w14:val') ?? '1');
  const sign = (name: string, fallback: string): string => {
    const node = childNamed(properties, name);
    const code = node === undefined ? undefined : tree.attribute(node, 'w14:val');
    return code === undefined ? fallback : String.fromCodePoint(parseInt(code, 16) || 0x2612);
  };
  const shown = [...descendants(control)].find((node) => node.name === 'w:t' || node.name === 'w:sym');
  return {
    ticked: /^(1|true|on)$/.test(value),
    set: (ticked) => {
      const edits: TextEdit[] = [];
      if (state !== undefined) edits.push(attributeEdit(tree, state, 'w14:val', ticked ? '1' : '0'));
      else if (ticked) {
        const prefix = tree.prefix(properties);
        const own = `<${prefix}checked ${prefix}val="1"/>`;
        const tag = tree.tag(properties);
        if (tree.isEmptyElement(properties))
          edits.push({
            start: properties.start,
            end: properties.end,
            text: `${opened(tag)}${own}</${prefix}checkbox>`,
          });
        else edits.push({ start: properties.contentStart, end: properties.contentStart, text: own });
      }
      const text = ticked ? sign('w14:checkedState', '☒') : sign('w14:uncheckedState', '☐');
      if (shown?.name === 'w:t')
        edits.push({ start: shown.contentStart, end: shown.contentEnd, text: tree.encoding.quote(text) });
      else if (shown !== undefined)
        edits.push(
          attributeEdit(tree, shown, 'w:char', (text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')),
        );
      return edits;
    },
  };
}

/** A legacy check box (`w:ffData` with `w:checkBox`, ECMA-376 17.16.7): `w:checked` overrules `w:default`. */
function legacyBox(tree: XmlTree, data: XmlNode): Omit<Box, 'after' | 'before'> | undefined {
  const box = childNamed(data, 'w:checkBox');
  if (box === undefined) return undefined;
  const isOn = (node: XmlNode | undefined): boolean | undefined =>
    node === undefined ? undefined : !/^(0|false|off)$/.test(tree.attribute(node, 'w:val') ?? '1');
  const checked = childNamed(box, 'w:checked');
  const standard = childNamed(box, 'w:default');
  return {
    ticked: isOn(checked) ?? isOn(standard) ?? false,
    set: (ticked) => {
      const prefix = tree.prefix(box);
      const own = `<${prefix}checked ${prefix}val="${ticked ? 1 : 0}"/>`;
      if (checked !== undefined) return [{ start: checked.start, end: checked.end, text: own }];
      if (tree.isEmptyElement(box))
        return [{ start: box.start, end: box.end, text: `<${prefix}checkBox>${own}</${prefix}checkBox>` }];
      return [{ start: box.contentEnd, end: box.contentEnd, text: own }];
    },
  };
}

/** A box from a symbol font. Ticked, it is the same font's ticked box (Wingdings FE, Wingdings 2 52). */
function symbolBox(tree: XmlTree, symbol: XmlNode): Omit<Box, 'after' | 'before'> | undefined {
  const font = tree.attribute(symbol, 'w:font') ?? '';
  const shown = symbolText(font, tree.attribute(symbol, 'w:char') ?? '');
  if (!/[☐☑☒]/u.test(shown)) return undefined;
  const second = /2/.test(font);
  return {
    ticked: shown !== '☐',
    set: (ticked) => [
      attributeEdit(tree, symbol, 'w:char', ticked ? (second ? 'F052' : 'F0FE') : second ? 'F0A3' : 'F0A8'),
    ],
  };
}

interface DrawnText {
  node: XmlNode;
  /** Position in the joined text. */
  from: number;
  text: string;
  font: string | undefined;
}

/** Boxes drawn as characters in texts that follow each other; letters of Wingdings count as what they look like. */
function* drawnBoxes(tree: XmlTree, nodes: readonly XmlNode[]): Generator<Piece> {
  const texts: DrawnText[] = [];
  let shown = '';
  for (const node of nodes) {
    const text = tree.ownText(node);
    const font = fontOf(tree, node);
    const seen = runText(text, font);
    // What is not shown character by character cannot be changed in place.
    if (seen.length === text.length) texts.push({ node, from: shown.length, text, font });
    shown += seen;
  }
  const wanted = new Map<number, { end: number; sign: string }>();
  let at = 0;
  for (const found of shown.matchAll(DRAWN)) {
    const [sign] = found;
    const start = found.index;
    const end = start + sign.length;
    const first = texts.find((text) => text.from <= start && start < text.from + text.text.length);
    if (first === undefined) continue;
    yield { text: shown.slice(at, start) };
    at = end;
    const own = first.text.slice(start - first.from, end - first.from);
    const isSymbol = (first.font !== undefined && /^wingdings/i.test(first.font)) || !sign.startsWith(own);
    yield {
      box: {
        ticked: sign.replace(EMPTY, '') !== '',
        set: (ticked) => {
          wanted.set(start, { end, sign: isSymbol ? symbolSign(first.font, ticked) : drawnSign(sign, ticked) });
          return texts.flatMap((text) => editOf(tree, text, wanted) ?? []);
        },
      },
    };
  }
  yield { text: shown.slice(at) };
}

/** The whole content of a text element with the signs that begin in it, without what belongs to signs that begin before. */
function editOf(
  tree: XmlTree,
  { node, from, text }: DrawnText,
  wanted: ReadonlyMap<number, { end: number; sign: string }>,
): TextEdit | undefined {
  const to = from + text.length;
  const own = [...wanted].filter(([start, { end }]) => start < to && end > from).sort((a, b) => a[0] - b[0]);
  if (own.length === 0) return undefined;
  let result = '';
  let at = from;
  for (const [start, { end, sign }] of own) {
    if (start >= from) result += text.slice(at - from, start - from) + sign;
    at = Math.min(to, end);
  }
  result += text.slice(at - from);
  return { start: node.contentStart, end: node.contentEnd, text: tree.encoding.quote(result) };
}

function drawnSign(sign: string, ticked: boolean): string {
  if (sign.startsWith('[')) return ticked ? '[X]' : '[ ]';
  if (sign.startsWith('(')) return ticked ? '(X)' : '( )';
  return ticked ? (TICKED_SIGN[sign] ?? '☒') : '☐';
}

function symbolSign(font: string | undefined, ticked: boolean): string {
  const second = font !== undefined && /2/.test(font);
  return String.fromCharCode(ticked ? (second ? 0xf052 : 0xf0fe) : second ? 0xf0a3 : 0xf0a8);
}

function fontOf(tree: XmlTree, text: XmlNode): string | undefined {
  const fonts = childNamed(childNamed(text.parent, 'w:rPr'), 'w:rFonts');
  return fonts === undefined ? undefined : (tree.attribute(fonts, 'w:ascii') ?? tree.attribute(fonts, 'w:hAnsi'));
}

/** Sets an attribute by canonical name, in the document's own prefix. */
export function attributeEdit(tree: XmlTree, node: XmlNode, name: string, value: string): TextEdit {
  const prefix = tree.prefix(node);
  const raw = `${prefix === '' ? name.slice(0, name.indexOf(':') + 1) : prefix}${name.slice(name.indexOf(':') + 1)}`;
  return { start: node.start, end: node.contentStart, text: withAttribute(tree.tag(node), raw, value) };
}
