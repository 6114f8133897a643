import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { boxOfSign } from './dingbats.js';
import { isBoxSized, isRing, type DrawnShape } from './drawn-boxes.js';
import { apply, multiply, toMatrix, uprightTurn, type Box, type Matrix } from './geometry.js';
import { restoreLigatures } from './ligatures.js';
import type { PdfJs } from './open-pdf.js';
import { withoutBlanks, withoutForms } from './scripts.js';
import { withoutStruck } from './struck.js';

/** A piece of text as the PDF draws it. */
export interface TextPiece extends Box {
  text: string;
  fontSize: number;
  bold: boolean;
  /** Name of the form field that this box of a check box stands for. */
  field?: string;
}

/** A horizontal or vertical line, or the edge of a drawn box. */
export interface Ruling {
  vertical: boolean;
  /** x of a vertical line, y of a horizontal one. */
  at: number;
  from: number;
  to: number;
}

export interface PageContent {
  width: number;
  height: number;
  pieces: TextPiece[];
  rulings: Ruling[];
  /** Small outlines that may be boxes to tick. */
  shapes: DrawnShape[];
  hasPictures: boolean;
  /** The page shows something besides text that is read: a picture, a drawing, text turned against the rest. */
  showsMore: boolean;
  /** From the coordinates of the file to those of the page as it is read, which may be turned. */
  shown: Matrix;
}

/** Thinner boxes are lines. Points. */
const LINE_WIDTH = 2.5;
const MAX_RULINGS = 20_000;
/** Text of which only outlines are left takes more paths than the frame or the letterhead of an empty page. */
const LEAST_PATHS = 60;

/** Codes that show nothing: a font that does not say which letter its glyph is. */
const UNREADABLE = /(?!\s)\p{Cc}/gu;

/**
 * Reads the text and the lines of a page, in the coordinates in which it is shown. A page most of whose text is turned by a
 * quarter, a half or three quarters (a wide table set sideways) is turned so that this text is upright.
 */
export async function readPageContent(pdfjs: PdfJs, page: PDFPageProxy): Promise<PageContent> {
  const viewport = page.getViewport({ scale: 1 });
  const content = await page.getTextContent();
  const items = content.items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []));
  const plain = toMatrix(viewport.transform);
  const turn = uprightTurn(mainDirection(items, plain), viewport.width, viewport.height);
  const shown = turn === undefined ? plain : multiply(turn, plain);
  const isSideways = turn !== undefined && turn[0] === 0;
  const [width, height] = isSideways ? [viewport.height, viewport.width] : [viewport.width, viewport.height];
  const operators = await page.getOperatorList({ annotationMode: pdfjs.AnnotationMode.DISABLE });
  const { rulings: drawn, shapes, hasPictures, paths } = readOperators(pdfjs, operators, shown);
  const shownPieces: TextPiece[] = [];
  for (const item of items) {
    const matrix = multiply(shown, toMatrix(item.transform as number[]));
    // Slanted text is a watermark or a drawing's label, and so is what is turned against the rest.
    if (matrix[0] <= 0 || Math.abs(matrix[1]) > matrix[0] * 0.2) continue;
    const fontSize = Math.hypot(matrix[2], matrix[3]) || item.height;
    const font = fontName(page, item.fontName);
    const text = boxOfSign(withoutForms(withoutBlanks(restoreLigatures(item.str))), font).replace(UNREADABLE, '');
    if (text.trim() === '') continue;
    shownPieces.push({
      text,
      left: matrix[4],
      right: matrix[4] + item.width,
      top: matrix[5] - fontSize * 0.8,
      bottom: matrix[5] + fontSize * 0.2,
      fontSize,
      bold: /bold|black|heavy|semibold|demi/i.test(font),
    });
  }
  const showsMore = hasPictures || paths >= LEAST_PATHS || shownPieces.length < items.length;
  const { pieces, rulings } = withoutStruck(shownPieces, drawn);
  return { width, height, pieces, rulings, shapes, hasPictures, showsMore, shown };
}

/** The direction in which more of a page's characters run than in any other, among the four upright ones. */
function mainDirection(items: readonly { str: string; transform: unknown[] }[], shown: Matrix): [number, number] {
  const counts = new Map<string, { direction: [number, number]; characters: number }>();
  for (const { str, transform } of items) {
    const [a, b] = multiply(shown, toMatrix(transform as number[]));
    if (Math.min(Math.abs(a), Math.abs(b)) > 0.2 * Math.max(Math.abs(a), Math.abs(b))) continue;
    const direction: [number, number] = Math.abs(a) >= Math.abs(b) ? [Math.sign(a), 0] : [0, Math.sign(b)];
    const key = direction.join(' ');
    const entry = counts.get(key) ?? { direction, characters: 0 };
    entry.characters += str.trim().length;
    counts.set(key, entry);
  }
  const [most] = [...counts.values()].sort((a, b) => b.characters - a.characters);
  return most?.direction ?? [1, 0];
}

function fontName(page: PDFPageProxy, font: string): string {
  if (!page.commonObjs.has(font)) return '';
  return (page.commonObjs.get(font) as { name?: string }).name ?? '';
}

interface OperatorList {
  fnArray: number[];
  argsArray: unknown[];
}

function readOperators(
  { OPS }: PdfJs,
  { fnArray, argsArray }: OperatorList,
  shown: Matrix,
): { rulings: Ruling[]; shapes: DrawnShape[]; hasPictures: boolean; paths: number } {
  const rulings: Ruling[] = [];
  const shapes: DrawnShape[] = [];
  const stack: Matrix[] = [];
  let current = shown;
  let hasPictures = false;
  const strokes = new Set<number>([
    OPS.stroke,
    OPS.closeStroke,
    OPS.fillStroke,
    OPS.eoFillStroke,
    OPS.closeFillStroke,
    OPS.closeEOFillStroke,
  ]);
  const fills = new Set<number>([OPS.fill, OPS.eoFill]);
  fnArray.forEach((operator, i) => {
    const args = argsArray[i] as unknown[] | null;
    if (operator === OPS.save || operator === OPS.paintFormXObjectBegin) stack.push(current);
    else if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd) current = stack.pop() ?? shown;
    else if (operator === OPS.transform && args !== null) current = multiply(current, toMatrix(args as number[]));
    else if (
      operator === OPS.paintImageXObject ||
      operator === OPS.paintInlineImageXObject ||
      operator === OPS.paintImageMaskXObject
    )
      hasPictures = true;
    else if (operator === OPS.constructPath && args !== null && rulings.length < MAX_RULINGS) {
      const [data] = args[1] as (Float32Array | undefined)[];
      const stroked = strokes.has(args[0] as number);
      if (ArrayBuffer.isView(data) && (stroked || fills.has(args[0] as number)))
        addPath({ rulings, shapes }, data, current, stroked);
    }
    if (operator === OPS.paintFormXObjectBegin && Array.isArray(args?.[0]))
      current = multiply(current, toMatrix(args[0] as number[]));
  });
  return { rulings, shapes, hasPictures, paths: fnArray.filter((operator) => operator === OPS.constructPath).length };
}

/** Numbers that follow each drawing step of a pdf.js path: move, line, curve, close. */
const STEP_NUMBERS = [2, 2, 6, 0];

interface Drawn {
  rulings: Ruling[];
  shapes: DrawnShape[];
}

function addPath({ rulings, shapes }: Drawn, data: Float32Array, matrix: Matrix, stroked: boolean): void {
  let points: { x: number; y: number }[] = [];
  /** Ends of all steps, curves included: what the subpath encloses. */
  let ends: { x: number; y: number }[] = [];
  let outer: DrawnShape | undefined;
  const finish = (): void => {
    const own = outlineOf(ends);
    if (!stroked && outer !== undefined && own !== undefined && isRing(outer, own))
      shapes.push({ ...outer, ring: true });
    outer = own;
    const shape = stroked ? own : undefined;
    addSubpath(shape === undefined ? rulings : shape.rulings, points, stroked);
    if (shape !== undefined) shapes.push(shape);
    points = [];
    ends = [];
  };
  for (let at = 0; at < data.length;) {
    const step = data[at]!;
    const numbers = STEP_NUMBERS[step];
    if (numbers === undefined) return;
    if (step === 0) finish();
    if (step !== 3) ends.push(apply(matrix, data[at + numbers - 1]!, data[at + numbers]!));
    if (step === 2) points.push({ x: NaN, y: NaN });
    else if (step === 3) {
      if (points[0] !== undefined) points.push(points[0]);
    } else points.push(apply(matrix, data[at + 1]!, data[at + 2]!));
    at += numbers + 1;
  }
  finish();
}

/** The outline of these points, when it may be a box to tick. */
function outlineOf(ends: readonly { x: number; y: number }[]): DrawnShape | undefined {
  if (ends.length < 3) return undefined;
  const [xs, ys] = [ends.map(({ x }) => x), ends.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return isBoxSized(right - left, bottom - top) ? { left, right, top, bottom, rulings: [] } : undefined;
}

/** Straight, upright lines of a path; a thin box is one line. The edges of a filled area are no lines. */
function addSubpath(rulings: Ruling[], points: readonly { x: number; y: number }[], stroked: boolean): void {
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const width = Math.max(...xs) - Math.min(...xs);
  const height = Math.max(...ys) - Math.min(...ys);
  if (points.length > 2 && height < LINE_WIDTH && width > 2 * LINE_WIDTH) {
    rulings.push({
      vertical: false,
      at: (Math.min(...ys) + Math.max(...ys)) / 2,
      from: Math.min(...xs),
      to: Math.max(...xs),
    });
    return;
  }
  if (points.length > 2 && width < LINE_WIDTH && height > 2 * LINE_WIDTH) {
    rulings.push({
      vertical: true,
      at: (Math.min(...xs) + Math.max(...xs)) / 2,
      from: Math.min(...ys),
      to: Math.max(...ys),
    });
    return;
  }
  for (let i = 1; stroked && i < points.length; i++) {
    const [a, b] = [points[i - 1]!, points[i]!];
    const dx = Math.abs(a.x - b.x);
    const dy = Math.abs(a.y - b.y);
    if (dy < 0.5 && dx > 2)
      rulings.push({ vertical: false, at: a.y, from: Math.min(a.x, b.x), to: Math.max(a.x, b.x) });
    else if (dx < 0.5 && dy > 2)
      rulings.push({ vertical: true, at: a.x, from: Math.min(a.y, b.y), to: Math.max(a.y, b.y) });
  }
}
