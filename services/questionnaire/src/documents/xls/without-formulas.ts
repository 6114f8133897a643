/** Records of which nothing but a formula is wanted: names, arrays, shared formulas, those of older versions (MS-XLS 2.3). */
const FORMULA_RECORDS = new Set([0x18, 0x218, 0x21, 0x221, 0x23, 0x223, 0x206, 0x406, 0x4bc]);
/** A cell with its result and its formula. */
const FORMULA = 0x06;
const FILEPASS = 0x2f;
/** Where the cursor stood: a record that is passed over. */
const SELECTION = 0x1d;

/** Where a cell tells the length of its formula, and the length by which it says that it has none. */
const LENGTH_AT = 20;
const NO_FORMULA = 0xffff;

/**
 * Takes the formulas out of a BIFF8 stream, in place; their results stay. The library that reads the cells goes on for ever in
 * a formula that is longer or shorter than it says, as a damaged file may have it, and what a formula says is of no use to us.
 */
export function takeOutFormulas(stream: Uint8Array): void {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  for (let at = 0; at + 4 <= view.byteLength;) {
    const type = view.getUint16(at, true);
    const start = at + 4;
    const end = Math.min(start + view.getUint16(at + 2, true), view.byteLength);
    // Encrypted from here on: the library says so.
    if (type === FILEPASS) return;
    if (FORMULA_RECORDS.has(type)) view.setUint16(at, SELECTION, true);
    else if (type === FORMULA) {
      if (start + LENGTH_AT + 2 <= end) view.setUint16(start + LENGTH_AT, NO_FORMULA, true);
      else view.setUint16(at, SELECTION, true);
    }
    at = end;
  }
}
