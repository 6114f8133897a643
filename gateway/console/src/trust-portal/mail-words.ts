/** What the mail of an update itself says; mails are written in English, whatever the console speaks. */
export const MAIL = {
  onPortal: 'Read it on the trust portal',
  why: (organization: string) => `You receive this email because you subscribed to updates from ${organization}.`,
  preferences: 'Preferences',
  unsubscribe: 'Unsubscribe',
};
