/** Words of `corrections/`. */
export const corrections = {} as const;
