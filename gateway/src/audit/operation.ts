/** What the audit log says of an operation; numbers and words of input and answer may be told, contents never. */
export interface Audited {
  /** "questionnaire.deleted". */
  action: string;
  details?: (facts: { query: Facts; body: Facts; reply: Facts }) => Record<string, unknown>;
}

export type Facts = Readonly<Record<string, unknown>>;

/** How many entries a list has; 0 of what is none. */
export const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);
