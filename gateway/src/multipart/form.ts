import type { IncomingMessage } from 'node:http';
import { AppError, cleanName, invalid, release, YoungGarbage } from '@candor/runtime';
import busboy from 'busboy';
import { holdsBodyBack } from '../http/expect-continue.js';
import { FormFields } from './fields.js';
import { checkFileType, type DeclaredFile, type FileTypes } from './file-types.js';
import { PartSplitter, type PartReceiver } from './part-splitter.js';

/** Where the bytes of the form's file go while they arrive. */
export interface FileSink {
  start(file: DeclaredFile): Promise<void>;
  /** Resolves when more may be written; `chunk` is not looked at afterwards. */
  write(chunk: Buffer): Promise<void>;
  /** Rejects when the receiver has failed; never resolves before that. */
  readonly broken: Promise<never>;
}

export interface FormOptions {
  types: FileTypes;
  maxFileBytes: number;
  sink: FileSink;
}

export interface ReadForm {
  fields: FormFields;
  hasFile: boolean;
  /** Names of the files that are sent besides "file"; their bytes are thrown away. */
  otherFiles: string[];
}

const MAX_FIELD_BYTES = 1024 * 1024;
/** Of all text fields together, and of the headers around them. */
const MAX_FORM_BYTES = 4 * 1024 * 1024;
const MAX_PARTS = 1000;

/**
 * Reads a multipart form whose part "file" is streamed to `sink` at the sink's pace; nothing but the text fields is held
 * in memory. Fields may come before or after the file. Throws an `AppError`: invalid for a form that is broken, too_large,
 * unsupported_type, or what the sink failed with. What is left of the body is then read and thrown away, so that the
 * client gets to read the answer.
 */
export async function readForm(request: IncomingMessage, options: FormOptions): Promise<ReadForm> {
  try {
    return await new FormReader(request, options).read();
  } catch (error) {
    if (!holdsBodyBack(request)) discard(request, options.maxFileBytes + MAX_FORM_BYTES);
    throw error;
  }
}

/** Reads what is left of a body and throws it away; a client that does not end within `maxBytes` is cut off. */
function discard(request: IncomingMessage, maxBytes: number): void {
  let left = maxBytes;
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
  request.resume();
}

const broken = (why: string): AppError =>
  invalid([{ path: '', message: `The form cannot be read: ${why}.` }], 'invalid_multipart');

const unsupportedEncoding = (): AppError =>
  new AppError('unsupported_encoding', 'unsupported_content_encoding', 'A form is not compressed. Send it as it is.');

class FormReader implements PartReceiver {
  private readonly fields = new FormFields();
  private readonly otherFiles: string[] = [];
  private readonly parser: busboy.Busboy;
  private readonly splitter: PartSplitter;
  private found: DeclaredFile | undefined;
  private fileBytes = 0;
  /** The sink knows of it. */
  private started = false;
  private fieldBytes = 0;
  private otherBytes = 0;
  private began = false;
  /** The part that is read is the form's file, not a file under another name. */
  private inFile = false;
  private stopped = false;
  private taken = Promise.resolve();
  private readonly garbage = new YoungGarbage();
  private fail: (error: Error) => void = () => undefined;

  constructor(
    private readonly request: IncomingMessage,
    private readonly options: FormOptions,
  ) {
    const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? '';
    if (encoding !== '' && encoding !== 'identity') throw unsupportedEncoding();
    const type = request.headers['content-type'] ?? '';
    if (!/^multipart\/form-data\s*(;|$)/i.test(type)) throw broken('its content type must be multipart/form-data');
    if (Number(request.headers['content-length'] ?? 0) > options.maxFileBytes + MAX_FORM_BYTES) throw this.tooLarge();
    const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type);
    try {
      this.parser = busboy({
        headers: request.headers,
        defParamCharset: 'utf8',
        limits: { fieldSize: MAX_FIELD_BYTES, parts: MAX_PARTS },
      });
    } catch (error) {
      throw broken(error instanceof Error ? error.message : 'it has no boundary');
    }
    this.splitter = new PartSplitter(boundary?.[1] ?? boundary?.[2] ?? '', this);
  }

  async read(): Promise<ReadForm> {
    const failed = new Promise<never>((_resolve, reject) => {
      this.fail = (error) => {
        this.stopped = true;
        reject(error);
      };
    });
    failed.catch(() => undefined);
    this.options.sink.broken.catch(this.fail);
    const finished = new Promise<void>((resolve) => this.parser.once('finish', resolve));
    this.listen();
    try {
      await Promise.race([finished, failed]);
      const hasFile = await Promise.race([this.hasFile(), failed]);
      return { fields: this.fields, otherFiles: this.otherFiles, hasFile };
    } catch (error) {
      this.request.off('data', this.take).off('end', this.end);
      this.parser.destroy();
      throw error;
    }
  }

  private listen(): void {
    const aborted = (): void => {
      if (!this.request.complete) this.fail(broken('the connection broke off'));
    };
    this.request.once('close', aborted);
    this.request.once('error', aborted);
    this.parser.on('error', (error) => this.fail(broken(error instanceof Error ? error.message : 'it is damaged')));
    this.parser.on('partsLimit', () => this.fail(broken(`it has more than ${MAX_PARTS} parts`)));
    this.parser.on('field', (name, value, { valueTruncated }) => this.takeField(name, value, valueTruncated));
    this.parser.on('file', (name, stream, { filename, mimeType }) => {
      this.began = true;
      this.inFile = name === 'file';
      if (this.inFile && this.found) this.fail(invalid([{ path: 'file', message: 'must be sent once' }]));
      else if (this.inFile) this.found = declared(filename, mimeType);
      else this.otherFiles.push(name);
      // Its bytes come past the parser. Of a form that breaks off, the parser tells so itself.
      stream.on('error', () => undefined).resume();
    });
    this.request.on('data', this.take).on('end', this.end);
  }

  /** The next bytes come when the sink has taken these; the end may come before. */
  private readonly take = (chunk: Buffer): void => {
    this.request.pause();
    this.taken = this.splitter.take(chunk).then(() => {
      // Node gives each chunk memory of its own; what shared it with the next request would have to stay.
      if (chunk.length === chunk.buffer.byteLength) release(chunk);
      if (!this.stopped) this.request.resume();
    }, this.fail);
  };

  private readonly end = (): void => {
    void this.taken.then(() => {
      if (this.stopped) return;
      this.splitter.end();
      this.parser.end();
    });
  };

  form(bytes: Buffer): void {
    // A copy: the parser keeps a field's bytes until its end.
    this.parser.write(Buffer.from(bytes));
  }

  fileBegan(): boolean {
    const { began } = this;
    this.began = false;
    return began;
  }

  private takeField(name: string | undefined, value: string, truncated: boolean): void {
    this.fieldBytes += value.length;
    if (truncated || this.fieldBytes > MAX_FORM_BYTES) {
      this.fail(invalid([{ path: name ?? '', message: 'is too long' }]));
    } else if (name !== undefined) this.fields.add(name, value);
  }

  async file(bytes: Buffer): Promise<void> {
    const { maxFileBytes, sink } = this.options;
    if (this.stopped) return;
    if (!this.inFile || !this.found) {
      // A file under another name is an unknown field: its bytes are thrown away, though not without bounds.
      this.otherBytes += bytes.length;
      if (this.otherBytes > maxFileBytes) throw this.tooLarge();
      return;
    }
    this.fileBytes += bytes.length;
    if (this.fileBytes > maxFileBytes) throw this.tooLarge();
    if (!this.started) await this.start(this.found);
    await sink.write(bytes);
    this.garbage.passed(bytes.length);
  }

  private async start(file: DeclaredFile): Promise<void> {
    checkFileType(file, this.options.types);
    this.started = true;
    await this.options.sink.start(file);
  }

  /** A browser sends an empty part without a name when no file was chosen: that is no file. */
  private async hasFile(): Promise<boolean> {
    if (!this.found || (!this.started && this.found.fileName === '')) return false;
    if (!this.started) await this.start(this.found);
    return true;
  }

  private tooLarge(): AppError {
    const megabytes = Math.floor(this.options.maxFileBytes / 1024 / 1024);
    return new AppError('too_large', 'file_too_large', `The file is larger than ${megabytes} MB.`);
  }
}

/** Names come with what cannot be seen and at any length; types in any case. */
function declared(fileName: string | undefined, mimeType: string): DeclaredFile {
  // Browsers write quotes and line ends in names so (HTML, multipart/form-data).
  const name = cleanName((fileName ?? '').replaceAll('%22', '"').replace(/%0[da]/gi, ' '));
  const type = mimeType.toLowerCase();
  return { fileName: Array.from(name).slice(-255).join(''), mimeType: type === 'application/octet-stream' ? '' : type };
}
