import type { ReadBudget } from '../budget.js';
import { DocumentError } from '../errors.js';
import type { TextModel } from '../model.js';
import { readPdf } from '../pdf/read-pdf.js';
import { picturesToPdf, pictureSize } from './picture-pdf.js';
import type { Recognition } from './recognition.js';
import { isWholePng } from './whole-png.js';

/**
 * Reads a PNG or JPEG as a PDF of one scanned page, which is what its model says it is. Without `recognition` it has no
 * text. Throws `DocumentError`.
 */
export async function readPicture(
  bytes: Uint8Array,
  budget: ReadBudget,
  recognition: Recognition | undefined,
): Promise<TextModel> {
  const size = pictureSize(bytes);
  if (size === undefined) throw new DocumentError('file_damaged', 'the picture has no head');
  if (recognition === undefined) throw new DocumentError('no_text_layer');
  const { pixels } = recognition.options;
  if (size.width * size.height > pixels)
    throw new DocumentError(
      'too_large_inflated',
      `the picture has more than ${Math.round(pixels / 1e6)} million pixels`,
    );
  if (bytes[0] !== 0xff && !isWholePng(bytes)) throw new DocumentError('file_damaged', 'the picture is not whole');
  const pdf = await picturesToPdf([bytes], pixels);
  return readPdf(pdf.bytes, budget, { ...recognition, pictures: false });
}
