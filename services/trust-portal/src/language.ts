/** Languages in which visitors are shown pages and sent emails. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];
