/** One record of a BIFF8 stream (MS-XLS 2.1.4). */
export interface BiffRecord {
  type: number;
  data: Buffer;
}

export const RECORD = {
  FORMULA: 0x06,
  EOF: 0x0a,
  PROTECT: 0x12,
  EXTERNSHEET: 0x17,
  NAME: 0x18,
  FONT: 0x31,
  CONTINUE: 0x3c,
  BOUNDSHEET: 0x85,
  MULRK: 0xbd,
  XF: 0xe0,
  LABELSST: 0xfd,
  DV: 0x1be,
  NUMBER: 0x203,
  LABEL: 0x204,
  BOOLERR: 0x205,
  RK: 0x27e,
  BOF: 0x809,
} as const;

/** Records from an offset on, until the end of the substream that begins there. */
export function* recordsFrom(stream: Buffer, offset: number): Generator<BiffRecord> {
  let depth = 0;
  for (let at = offset; at + 4 <= stream.length;) {
    const type = stream.readUInt16LE(at);
    const length = stream.readUInt16LE(at + 2);
    const data = stream.subarray(at + 4, at + 4 + length);
    at += 4 + length;
    if (type === RECORD.BOF) depth++;
    if (type === RECORD.EOF && --depth <= 0) return;
    // Charts in a sheet are substreams of their own.
    if (depth <= 1) yield { type, data };
  }
}

/** A position in the data of a record; reads beyond the end throw, as of any damage. */
export class BiffCursor {
  at = 0;

  constructor(readonly data: Buffer) {}

  u8(): number {
    return this.data.readUInt8(this.at++);
  }

  u16(): number {
    this.at += 2;
    return this.data.readUInt16LE(this.at - 2);
  }

  u32(): number {
    this.at += 4;
    return this.data.readUInt32LE(this.at - 4);
  }

  /** Characters after their count: one byte each, or two when the first bit of the flags says so. */
  characters(count: number): string {
    const wide = (this.u8() & 1) === 1;
    const end = this.at + count * (wide ? 2 : 1);
    const text = this.data.toString(wide ? 'utf16le' : 'latin1', this.at, end);
    this.at = end;
    return text;
  }
}
