/** Words of `api/`. */
export const api = {} as const;
