/** The same words in another language: every key of the English ones, none more. */
export type Translated<Words> = {
  readonly [Key in keyof Words]: Words[Key] extends string ? string : Translated<Words[Key]>;
};
