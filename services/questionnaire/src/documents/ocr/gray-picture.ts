import type { Matrix } from '../pdf/geometry.js';

/** Pixels of one byte, row by row from the top: 0 is black, 255 white. */
export interface GrayPicture {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** A picture with what of it covers what is below: 0 nothing, 255 all; absent: all. */
export interface PaintedPicture extends GrayPicture {
  cover?: Uint8Array;
}

/** A white sheet. */
export function whitePicture(width: number, height: number): GrayPicture {
  return { width, height, pixels: new Uint8Array(width * height).fill(255) };
}

/** Most samples of one pixel in each direction when a picture is made smaller. */
const MOST_SAMPLES = 3;

/**
 * Paints a picture onto a sheet. The matrix takes the unit square, in which PDF draws every picture (origin bottom left),
 * to the sheet's pixels; turned, mirrored and slanted ones are painted as they are shown.
 */
export function paint(sheet: GrayPicture, source: PaintedPicture, [a, b, c, d, e, f]: Matrix): void {
  const determinant = a * d - b * c;
  if (Math.abs(determinant) < 1e-9) return;
  const { width, height } = source;
  // Source column and row as linear functions of the sheet's.
  const ux = (d / determinant) * width;
  const uy = (-c / determinant) * width;
  const vx = (b / determinant) * height;
  const vy = (-a / determinant) * height;
  const samples = Math.max(1, Math.min(MOST_SAMPLES, Math.round(Math.max(Math.hypot(ux, vx), Math.hypot(uy, vy)))));
  const xs = [e, e + a, e + c, e + a + c];
  const ys = [f, f + b, f + d, f + b + d];
  const left = Math.max(0, Math.floor(Math.min(...xs)));
  const right = Math.min(sheet.width, Math.ceil(Math.max(...xs)));
  const top = Math.max(0, Math.floor(Math.min(...ys)));
  const bottom = Math.min(sheet.height, Math.ceil(Math.max(...ys)));
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      let sum = 0;
      let cover = 0;
      for (let i = 0; i < samples * samples; i++) {
        const dx = x + ((i % samples) + 0.5) / samples - e;
        const dy = y + (Math.floor(i / samples) + 0.5) / samples - f;
        const u = Math.floor(ux * dx + uy * dy);
        const v = Math.floor(height + vx * dx + vy * dy);
        if (u < 0 || v < 0 || u >= width || v >= height) continue;
        const at = v * width + u;
        const share = source.cover?.[at] ?? 255;
        sum += source.pixels[at]! * share;
        cover += share;
      }
      if (cover === 0) continue;
      const at = y * sheet.width + x;
      const full = 255 * samples * samples;
      sheet.pixels[at] = Math.round((sum + sheet.pixels[at]! * (full - cover)) / full);
    }
  }
}

/** Turned clockwise by quarters. */
export function turn(picture: GrayPicture, quarters: number): GrayPicture {
  const times = ((quarters % 4) + 4) % 4;
  if (times === 0) return picture;
  const { width, height, pixels } = picture;
  const turned = new Uint8Array(pixels.length);
  if (times === 2) {
    for (let i = 0; i < pixels.length; i++) turned[pixels.length - 1 - i] = pixels[i]!;
    return { width, height, pixels: turned };
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = times === 1 ? x * height + (height - 1 - y) : (width - 1 - x) * height + y;
      turned[at] = pixels[y * width + x]!;
    }
  }
  return { width: height, height: width, pixels: turned };
}

/** A part of a picture; it lies inside. */
export function crop(picture: GrayPicture, left: number, top: number, width: number, height: number): GrayPicture {
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const from = (top + y) * picture.width + left;
    pixels.set(picture.pixels.subarray(from, from + width), y * width);
  }
  return { width, height, pixels };
}

/** As a file (portable graymap), the one form that the engine takes without a decoder. */
export function toPgm({ width, height, pixels }: GrayPicture): Uint8Array<ArrayBuffer> {
  const head = Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1');
  const file = new Uint8Array(head.length + pixels.length);
  file.set(head);
  file.set(pixels, head.length);
  return file;
}
