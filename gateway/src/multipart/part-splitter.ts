const HEADERS_END = Buffer.from('\r\n\r\n');
const END = Buffer.from('--');
const CR = 0x0d;
/** More than this and the parser refuses the part anyway. */
const MAX_HEADER_BYTES = 16 * 1024;
const DECLARATION = Buffer.from('Content-Type: application/octet-stream\r\n');
const NONE = Buffer.alloc(0);

/** Where the bytes of a form go. What is given must not be kept beyond the call, or the promise. */
export interface PartReceiver {
  /** Everything but the bytes of files: for the parser of the form. */
  form(bytes: Buffer): void;
  /** Whether the parser has found that a file begins, since it was last asked. */
  fileBegan(): boolean;
  file(bytes: Buffer): Promise<void>;
}

/**
 * Leads the bytes of a multipart form's files past its parser, which looks at each byte in JavaScript and passes it on
 * through two streams. Of a file the parser gets the first bytes (as many as a delimiter has: then it knows that its headers
 * have ended), and thinks that this is all.
 *
 * Also declares file parts without a Content-Type as application/octet-stream. The parser would report them as text/plain,
 * so that a file of which no type was said (Python's requests sends such) would look like one wrongly declared as text.
 * At most two delimiters' length or one part's headers are held back.
 */
export class PartSplitter {
  private readonly delimiter: Buffer;
  private state: 'headers' | 'body begins' | 'file' | 'other' = 'other';
  /** Not yet passed on: a beginning of a delimiter, of a body, or the headers so far. */
  private held: Buffer;
  /** Of what is held, not to be passed on. */
  private pretended: number;

  constructor(
    boundary: string,
    private readonly to: PartReceiver,
  ) {
    this.delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
    // The form may begin with its first delimiter without a line break; the parser pretends one as well.
    this.held = Buffer.from('\r\n');
    this.pretended = this.held.length;
  }

  /** Resolves when all of it has been passed on, but for what is held back in memory of its own. */
  async take(chunk: Buffer): Promise<void> {
    let rest = this.held.length > 0 ? Buffer.concat([this.held, chunk]) : chunk;
    this.held = NONE;
    while (rest.length > 0) {
      const used = this.state === 'headers' ? this.readHeaders(rest) : await this.readBody(rest);
      if (used === 0) {
        this.held = Buffer.from(rest);
        return;
      }
      rest = rest.subarray(used);
    }
  }

  /** The form has ended: the parser sees what is missing. */
  end(): void {
    this.pass(this.held);
    this.held = NONE;
  }

  /** The functions below return how many bytes they are through with; 0 when they need more to go on. */
  private async readBody(data: Buffer): Promise<number> {
    const at = data.indexOf(this.delimiter);
    const isWhole = at >= 0;
    const bodyEnd = isWhole ? at : data.length - this.partialDelimiter(data);
    if (this.state === 'body begins') return this.beginBody(data, bodyEnd, isWhole);
    const body = data.subarray(0, bodyEnd);
    if (this.state === 'other') this.pass(body);
    else if (bodyEnd > 0) await this.to.file(body);
    return isWhole ? this.endBody(data, at) : bodyEnd;
  }

  private async beginBody(data: Buffer, bodyEnd: number, isWhole: boolean): Promise<number> {
    const enough = this.delimiter.length;
    if (bodyEnd < enough && !isWhole) return 0;
    const first = data.subarray(0, Math.min(bodyEnd, enough));
    this.pass(first);
    // A body shorter than that is told from a delimiter by the delimiter that follows.
    if (bodyEnd < enough) this.endBody(data, bodyEnd);
    const isFile = this.to.fileBegan();
    if (isFile && first.length > 0) await this.to.file(first);
    if (bodyEnd < enough) return bodyEnd + this.delimiter.length;
    this.state = isFile ? 'file' : 'other';
    return enough;
  }

  private endBody(data: Buffer, at: number): number {
    const end = at + this.delimiter.length;
    this.pass(data.subarray(at, end));
    this.state = 'headers';
    return end;
  }

  /** `data` begins right after a delimiter: at the line break before a part's headers, or at the "--" of the end. */
  private readHeaders(data: Buffer): number {
    const end = data.indexOf(HEADERS_END);
    if (end < 0) {
      if (data.length < MAX_HEADER_BYTES && !data.subarray(0, END.length).equals(END)) return 0;
      this.state = 'other';
      this.pass(data);
      return data.length;
    }
    const headers = data.subarray(0, end + 2);
    const text = headers.toString('latin1');
    const isFile = /\r\ncontent-disposition:[^\r]*;\s*filename\*?=/i.test(text);
    this.pass(headers);
    if (isFile && !/\r\ncontent-type[ \t]*:/i.test(text)) this.to.form(DECLARATION);
    this.pass(data.subarray(end + 2, end + HEADERS_END.length));
    this.state = 'body begins';
    return end + HEADERS_END.length;
  }

  /** Length of the longest beginning of a delimiter that `data` ends with; a delimiter has only one line break. */
  private partialDelimiter(data: Buffer): number {
    const from = data.lastIndexOf(CR);
    const length = data.length - from;
    if (from < 0 || length >= this.delimiter.length) return 0;
    return data.subarray(from).equals(this.delimiter.subarray(0, length)) ? length : 0;
  }

  private pass(data: Buffer): void {
    const skip = Math.min(this.pretended, data.length);
    this.pretended -= skip;
    if (data.length > skip) this.to.form(data.subarray(skip));
  }
}
