/** How a PDF names its pictures. Dictionaries of streams are never compressed, so that these stand in the file as they are. */
const PICTURE = /\/Subtype\s*\/Image(?![A-Za-z])/;
const SIZES = /\/(Width|Height)\s+(\d{1,9})\b/g;
/** A dictionary of a picture is shorter than this. */
const NEAR = 2_000;

/**
 * Whether a PDF names pictures at all: many policies have none, and are not opened a second time. Pictures within the
 * instructions of a page (a few pixels, by the standard) are not looked for.
 */
export function mayShowPictures(bytes: Uint8Array): boolean {
  return PICTURE.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'));
}

/** Whether the file has a picture of more pixels than that, by what its dictionaries say. */
export function namesLargerPicture(bytes: Uint8Array, pixels: number): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  let last: { name: string; value: number; at: number } | undefined;
  for (const match of text.matchAll(SIZES)) {
    const found = { name: match[1] ?? '', value: Number(match[2]), at: match.index };
    if (
      last !== undefined &&
      last.name !== found.name &&
      found.at - last.at < NEAR &&
      last.value * found.value > pixels
    )
      return true;
    last = found;
  }
  return false;
}
