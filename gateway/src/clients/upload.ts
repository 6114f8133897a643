import { AsyncResource } from 'node:async_hooks';
import type { ClientWritableStream } from '@grpc/grpc-js';
import type { DeclaredFile } from '../multipart/file-types.js';
import type { FileSink } from '../multipart/form.js';
import { ChunkMessage } from './chunk-message.js';

/** Longer than any request may take: the HTTP server's limit ends a slow upload first. Milliseconds. */
export const UPLOAD_DEADLINE_MS = 30 * 60_000;

export interface OpenCall<Message, Reply> {
  stream: ClientWritableStream<Message | Buffer>;
  reply: Promise<Reply>;
}

export interface UploadMessages<Message, Fields> {
  /** Undefined sends none. */
  file(file: DeclaredFile): Message | undefined;
  chunk(bytes: Buffer): Message;
  done(fields: Fields): Message | undefined;
}

/**
 * One file on its way to a service: the call opens with the file's first bytes, what comes then is collected and waits
 * until the service takes more, and `finish` sends the fields and gives the service's reply. Whoever makes one ends it with
 * `finish` or `cancel`; a call that is cancelled leaves nothing behind in the service.
 */
export class FileUpload<Message, Fields, Reply> implements FileSink {
  readonly broken: Promise<never>;
  private breakUp: (error: unknown) => void = () => undefined;
  private call: OpenCall<Message, Reply> | undefined;
  private chunk: ChunkMessage | undefined;

  private readonly open: () => OpenCall<Message, Reply>;

  constructor(
    open: () => OpenCall<Message, Reply>,
    private readonly messages: UploadMessages<Message, Fields>,
    private readonly encode: (message: Message) => Buffer,
  ) {
    // Opened when the first bytes come, in the context of the connection: the call is the request's all the same.
    this.open = AsyncResource.bind(open);
    this.broken = new Promise<never>((_resolve, reject) => {
      this.breakUp = reject;
    });
    this.broken.catch(() => undefined);
  }

  async start(file: DeclaredFile): Promise<void> {
    this.call = this.open();
    this.call.reply.catch(this.breakUp);
    // A stream that breaks tells why in its reply.
    this.call.stream.on('error', () => undefined);
    this.chunk = new ChunkMessage(this.encode(this.messages.chunk(Buffer.alloc(1))));
    await this.send(this.call, this.messages.file(file));
  }

  async write(bytes: Buffer): Promise<void> {
    const { call, chunk } = this.opened();
    for (let at = 0; at < bytes.length;) {
      at += chunk.add(bytes, at);
      if (chunk.isFull) await this.send(call, chunk.take());
    }
  }

  async finish(fields: Fields): Promise<Reply> {
    const { call, chunk } = this.opened();
    if (chunk.hasBytes) await this.send(call, chunk.take());
    await this.send(call, this.messages.done(fields));
    call.stream.end();
    return call.reply;
  }

  cancel(): void {
    this.call?.stream.cancel();
  }

  private opened(): { call: OpenCall<Message, Reply>; chunk: ChunkMessage } {
    const { call, chunk } = this;
    if (!call || !chunk) throw new Error('the file has not been started');
    return { call, chunk };
  }

  /** One message at a time: what waits to be written is memory. */
  private async send({ stream }: OpenCall<Message, Reply>, message: Message | Buffer | undefined): Promise<void> {
    if (message === undefined) return;
    const written = new Promise<void>((resolve) => {
      stream.write(message, () => resolve());
    });
    await Promise.race([written, this.broken]);
  }
}
