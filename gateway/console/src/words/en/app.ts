/** Words of the frame: navigation, key, appearance. */
export const app = {
  language: 'Language',
} as const;
