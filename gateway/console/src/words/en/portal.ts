/** Words of `trust-portal/`. */
export const portal = {} as const;
