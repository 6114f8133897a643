/** Words of `insights/`. */
export const insights = {} as const;
