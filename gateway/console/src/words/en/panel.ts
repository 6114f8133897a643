/** Words of `review/`: the panel of one question. */
export const panel = {} as const;
