import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { multiply, toMatrix, type Box, type Matrix } from '../pdf/geometry.js';
import type { PdfJs } from '../pdf/open-pdf.js';
import { paint, whitePicture, type GrayPicture, type PaintedPicture } from './gray-picture.js';

/** A picture as a page shows it. */
export interface ShownPicture {
  /** The same for each showing of one picture of the file. */
  name: string;
  source: PaintedPicture;
  /** From the unit square to points of the shown page. */
  matrix: Matrix;
  box: Box;
}

/** Pixels of an inch of the page that the engine reads best, and what it needs at least. */
const MOST_DPI = 300;
const LEAST_DPI = 200;
/** Pixels of the sheet that is read: an A3 page at 300 a side is 17 million. */
const MOST_SHEET_PIXELS = 18_000_000;
const POINTS_PER_INCH = 72;
/** pdf.js hands pictures over after the list of what is drawn. */
const DECODING_MS = 20_000;

/** A picture as pdf.js decodes it; `kind` is absent for a stencil, whose cleared bits are painted. */
interface DecodedPicture {
  width: number;
  height: number;
  kind?: number;
  data?: Uint8Array | Uint8ClampedArray;
}

/** Pictures of a page in the order in which they are painted. The PDF must have been opened with pictures allowed. */
export async function shownPictures(pdfjs: PdfJs, page: PDFPageProxy): Promise<ShownPicture[]> {
  const { OPS } = pdfjs;
  const shown = toMatrix(page.getViewport({ scale: 1 }).transform);
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: pdfjs.AnnotationMode.DISABLE });
  const pictures: ShownPicture[] = [];
  const stack: { matrix: Matrix; ink: number }[] = [];
  let state = { matrix: shown, ink: 0 };
  for (const [i, operator] of fnArray.entries()) {
    const args = argsArray[i] as unknown[] | null;
    if (operator === OPS.save || operator === OPS.paintFormXObjectBegin) stack.push({ ...state });
    else if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd)
      state = stack.pop() ?? { matrix: shown, ink: 0 };
    else if (operator === OPS.transform && args !== null)
      state = { ...state, matrix: multiply(state.matrix, toMatrix(args as number[])) };
    else if (operator === OPS.setFillRGBColor && typeof args?.[0] === 'string') state.ink = lightness(args[0]);
    else if (operator === OPS.paintImageXObject || operator === OPS.paintInlineImageXObject) {
      const decoded = await decodedPicture(page, args?.[0]);
      add(decoded && fromPicture(pdfjs, decoded), nameOf(args?.[0], i));
    } else if (operator === OPS.paintImageMaskXObject) {
      const stencil = args?.[0] as DecodedPicture & { data?: unknown };
      const decoded = typeof stencil.data === 'string' ? await decodedPicture(page, stencil.data) : stencil;
      add(decoded && fromStencil(decoded, state.ink), nameOf(stencil.data, i));
    }
    if (operator === OPS.paintFormXObjectBegin && Array.isArray(args?.[0]))
      state = { ...state, matrix: multiply(state.matrix, toMatrix(args[0] as number[])) };
  }
  return pictures;

  function add(source: PaintedPicture | undefined, name: string): void {
    if (source !== undefined) pictures.push({ name, source, matrix: state.matrix, box: boxOf(state.matrix) });
  }
}

const nameOf = (name: unknown, position: number): string => (typeof name === 'string' ? name : `inline ${position}`);

async function decodedPicture(page: PDFPageProxy, name: unknown): Promise<DecodedPicture | undefined> {
  if (typeof name !== 'string') return name as DecodedPicture;
  const objects = name.startsWith('g_') ? page.commonObjs : page.objs;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), DECODING_MS)));
  const decoded = new Promise<DecodedPicture | undefined>((resolve) => {
    objects.get(name, (data: DecodedPicture | null) => resolve(data ?? undefined));
  });
  try {
    return await Promise.race([decoded, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Lightness of "#rrggbb", 0 to 255. */
function lightness(color: string): number {
  const number = Number.parseInt(color.slice(1), 16);
  return Number.isNaN(number) ? 0 : gray(number >> 16, (number >> 8) & 255, number & 255);
}

const gray = (red: number, green: number, blue: number): number => (red * 77 + green * 150 + blue * 29) >> 8;

function fromPicture({ ImageKind }: PdfJs, decoded: DecodedPicture): PaintedPicture | undefined {
  const { width, height, data, kind } = decoded;
  if (data === undefined) return undefined;
  const pixels = new Uint8Array(width * height);
  if (kind === ImageKind.GRAYSCALE_1BPP) {
    const stride = (width + 7) >> 3;
    for (let i = 0; i < pixels.length; i++) {
      const x = i % width;
      const byte = data[((i - x) / width) * stride + (x >> 3)] ?? 0;
      pixels[i] = ((byte >> (7 - (x & 7))) & 1) * 255;
    }
    return { width, height, pixels };
  }
  const bytes = kind === ImageKind.RGB_24BPP ? 3 : 4;
  for (let i = 0, at = 0; i < pixels.length; i++, at += bytes)
    pixels[i] = gray(data[at] ?? 255, data[at + 1] ?? 255, data[at + 2] ?? 255);
  if (bytes === 3) return { width, height, pixels };
  const cover = new Uint8Array(width * height);
  for (let i = 0; i < cover.length; i++) cover[i] = data[i * 4 + 3] ?? 255;
  return { width, height, pixels, cover };
}

function fromStencil({ width, height, data }: DecodedPicture, ink: number): PaintedPicture | undefined {
  if (data === undefined) return undefined;
  const cover = new Uint8Array(width * height);
  const stride = (width + 7) >> 3;
  for (let i = 0; i < cover.length; i++) {
    const x = i % width;
    const byte = data[((i - x) / width) * stride + (x >> 3)] ?? 255;
    cover[i] = ((byte >> (7 - (x & 7))) & 1) === 0 ? 255 : 0;
  }
  return { width, height, pixels: new Uint8Array(width * height).fill(ink), cover };
}

function boxOf([a, b, c, d, e, f]: Matrix): Box {
  const xs = [e, e + a, e + c, e + a + c];
  const ys = [f, f + b, f + d, f + b + d];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** A part of the page as pixels: what its pictures show there, on white. */
export interface Sheet {
  picture: GrayPicture;
  /** Pixels of a point. */
  scale: number;
}

/** Puts pictures (the strips and layers of a scan) together as the page shows them within a box of it. */
export function drawSheet(pictures: readonly ShownPicture[], box: Box): Sheet {
  const width = Math.max(1, box.right - box.left);
  const height = Math.max(1, box.bottom - box.top);
  const finest = Math.max(
    ...pictures.map(({ source, matrix: [a, b] }) => source.width / Math.max(0.01, Math.hypot(a, b))),
  );
  const wanted = Math.min(MOST_DPI, Math.max(LEAST_DPI, finest * POINTS_PER_INCH)) / POINTS_PER_INCH;
  const scale = Math.min(wanted, Math.sqrt(MOST_SHEET_PIXELS / (width * height)));
  const picture = whitePicture(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  const toSheet: Matrix = [scale, 0, 0, scale, -box.left * scale, -box.top * scale];
  for (const { source, matrix } of pictures) paint(picture, source, multiply(toSheet, matrix));
  return { picture, scale };
}
