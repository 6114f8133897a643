import { Transform, type TransformCallback } from 'node:stream';

const CRLF = Buffer.from('\r\n');
const HEADERS_END = Buffer.from('\r\n\r\n');
/** More than this and the parser refuses the part anyway. */
const MAX_HEADER_BYTES = 16 * 1024;
const DECLARATION = Buffer.from('Content-Type: application/octet-stream\r\n');

/**
 * Declares file parts without a Content-Type as application/octet-stream. The parser would report them as text/plain,
 * so that a file of which no type was said (Python's requests sends such) would look like one wrongly declared as text.
 * Everything else passes unchanged; at most a boundary's length or one part's headers are held back.
 */
export class UndeclaredTypeMarker extends Transform {
  private readonly delimiter: Buffer;
  private inHeaders = false;
  /** Not yet passed on: a beginning of a delimiter, or the headers so far. */
  private held: Buffer;
  /** The form may begin with its first delimiter without a line break; one is pretended, and not passed on. */
  private pretended = CRLF.length;

  constructor(boundary: string) {
    super();
    this.delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
    this.held = CRLF;
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    let rest: Buffer | undefined = this.held.length > 0 ? Buffer.concat([this.held, chunk]) : chunk;
    this.held = Buffer.alloc(0);
    while (rest) rest = this.inHeaders ? this.readHeaders(rest) : this.readBody(rest);
    done();
  }

  override _flush(done: TransformCallback): void {
    this.pass(this.held);
    done();
  }

  /** Passes on up to and with the next delimiter; returns what follows it, undefined when more is needed. */
  private readBody(data: Buffer): Buffer | undefined {
    const at = data.indexOf(this.delimiter);
    if (at >= 0) {
      const end = at + this.delimiter.length;
      this.pass(data.subarray(0, end));
      this.inHeaders = true;
      return data.subarray(end);
    }
    const hold = this.partialDelimiter(data);
    this.pass(data.subarray(0, data.length - hold));
    this.held = data.subarray(data.length - hold);
    return undefined;
  }

  /** `data` begins right after a delimiter: at the line break before a part's headers, or at the "--" of the end. */
  private readHeaders(data: Buffer): Buffer | undefined {
    const end = data.indexOf(HEADERS_END);
    if (end < 0 && data.length < MAX_HEADER_BYTES && !data.subarray(0, 2).equals(Buffer.from('--'))) {
      this.held = data;
      return undefined;
    }
    this.inHeaders = false;
    if (end < 0) return data;
    const headers = data.subarray(0, end + CRLF.length);
    const text = headers.toString('latin1');
    const isFile = /\r\ncontent-disposition:[^\r]*;\s*filename\*?=/i.test(text);
    if (isFile && !/\r\ncontent-type[ \t]*:/i.test(text)) {
      this.pass(headers);
      this.push(DECLARATION);
      return data.subarray(headers.length);
    }
    return data;
  }

  /** Length of the longest beginning of a delimiter that `data` ends with. */
  private partialDelimiter(data: Buffer): number {
    for (let length = Math.min(this.delimiter.length - 1, data.length); length > 0; length--) {
      if (data.subarray(data.length - length).equals(this.delimiter.subarray(0, length))) return length;
    }
    return 0;
  }

  private pass(data: Buffer): void {
    const skip = Math.min(this.pretended, data.length);
    this.pretended -= skip;
    if (data.length > skip) this.push(data.subarray(skip));
  }
}
