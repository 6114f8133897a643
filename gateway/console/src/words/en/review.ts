/** Words of `review/`. */
export const review = {} as const;
