/** In the order of the menu. */
export const GOALS = ['shorter', 'longer', 'plainer', 'more_formal', 'translated'] as const;
export type Goal = (typeof GOALS)[number];

/** Languages that an answer can be translated into besides the customer's, in the order of the menu. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv', 'da'] as const;
/** What the menu offers: a goal, or a translation into a language that is named. */
export type Wish = Goal | `translated:${(typeof LANGUAGES)[number]}`;

/** The goal of a wish, and its language where it names one. */
export function askedBy(wish: Wish): { goal: Goal; language?: string } {
  const [goal, language] = wish.split(':') as [Goal, string?];
  return language === undefined ? { goal } : { goal, language };
}

/** What the menu offers: the customer's language before those that are named. */
export const WISHES: readonly Wish[] = [...GOALS, ...LANGUAGES.map((tag): Wish => `translated:${tag}`)];
