import { createHash, randomUUID } from 'node:crypto';

/** A new random UUID. */
export const newId = (): string => randomUUID();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (value: string): boolean => UUID.test(value);

/**
 * A UUID made from its parts, the same for the same parts (RFC 9562 version 8 over SHA-256). Children of a job get such
 * ids, so that a job that runs twice writes the same rows twice.
 */
export function deterministicId(...parts: string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest();
  hash[6] = (hash[6]! & 0x0f) | 0x80;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
