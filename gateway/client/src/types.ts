import type { OPERATIONS } from './gen/operations.js';
import type { operations } from './gen/schema.js';

export type OperationId = keyof typeof OPERATIONS;

type Parameters<Id extends OperationId, In extends string> = operations[Id] extends {
  parameters: { [K in In]?: infer P };
}
  ? P
  : never;
type Given<T, Name extends string> = [Exclude<T, undefined>] extends [never]
  ? unknown
  : Partial<T> extends T
    ? { [K in Name]?: Exclude<T, undefined> }
    : { [K in Name]: Exclude<T, undefined> };
type Content<T> = T extends { content: infer C } ? C[keyof C] : never;
type BodyOf<Id extends OperationId> = operations[Id] extends { requestBody: infer B }
  ? Content<B>
  : operations[Id] extends { requestBody?: infer B }
    ? Content<Exclude<B, undefined>>
    : never;

/** What a call of an operation takes: parameters of its path and query, headers, and a body. */
export type Input<Id extends OperationId> = Given<Parameters<Id, 'path'>, 'path'> &
  Given<Parameters<Id, 'query'>, 'query'> &
  Given<BodyOf<Id>, 'body'> & {
    headers?: Exclude<Parameters<Id, 'header'>, undefined>;
    signal?: AbortSignal;
  };

type Success<Id extends OperationId> = operations[Id]['responses'] extends { 200: { content: infer C } } ? C : never;

/** What it answers: JSON as it is typed, a file as bytes. */
export type Reply<Id extends OperationId> =
  Success<Id> extends { 'application/octet-stream': unknown }
    ? Uint8Array
    : Success<Id> extends { 'application/json': infer Json }
      ? Json
      : never;

/** Whether a call needs no input at all. */
export type Call<Id extends OperationId> =
  Record<string, never> extends Omit<Input<Id>, 'headers' | 'signal'>
    ? (input?: Input<Id>) => Promise<Reply<Id>>
    : (input: Input<Id>) => Promise<Reply<Id>>;

/** A method for each operation, under its operationId. */
export type Operations = { [Id in OperationId]: Call<Id> };
