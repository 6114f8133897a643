import type { Handler } from '@candor/runtime';

/** The handlers that a generated service definition asks for: every method, with its own message types. */
export type HandlersOf<Definition> = {
  [Method in keyof Definition]: Definition[Method] extends {
    requestStream: infer Stream;
    requestSerialize: (value: infer Request) => Buffer;
    responseSerialize: (value: infer Reply) => Buffer;
  }
    ? Handler<Stream extends true ? AsyncIterable<Request> : Request, Reply>
    : never;
};
