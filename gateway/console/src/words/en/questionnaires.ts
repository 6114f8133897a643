/** Words of `questionnaires/`. */
export const questionnaires = {} as const;
