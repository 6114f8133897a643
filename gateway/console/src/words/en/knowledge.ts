/** Words of `knowledge/`. */
export const knowledge = {} as const;
