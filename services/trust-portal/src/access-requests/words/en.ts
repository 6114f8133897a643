/** What emails about documents say in English; dates are of the form YYYY-MM-DD. */
export const en = {
  ignore: 'If you did not ask for this, you can ignore this email.',
  thirtyMinutes: 'The link works once, within 30 minutes. Afterwards you can ask for another one on the same page.',
  confirm: {
    subject: (name: string): string => `Confirm your request for documents of ${name}`,
    text: (name: string, titles: string): string =>
      `Please confirm that you asked ${name} for these documents: ${titles}.`,
    sevenDays: 'The link works for seven days.',
    button: 'Confirm',
  },
  approved: {
    subject: (name: string): string => `${name} has given you access to documents`,
    text: (titles: string): string => `You can now download: ${titles}.`,
    until: (date: string): string => `The access ends on ${date} (UTC).`,
    forYou: 'The link is for you alone. Please do not pass it on.',
  },
  declined: {
    subject: (name: string): string => `Your request for documents of ${name}`,
    text: (name: string): string => `${name} does not give you the documents that you asked for.`,
  },
  signIn: {
    subject: (name: string): string => `Your link to the documents of ${name}`,
    text: (name: string): string => `Here is your link to the documents of ${name}.`,
  },
  open: 'Open the documents',
  newVersion: {
    subject: (title: string, name: string): string => `A new version of “${title}” from ${name}`,
    text: (title: string): string => `There is a new version of “${title}”, which you were given before.`,
    button: 'Get the new version',
    because: (name: string): string => `You receive this email because ${name} gave you an earlier version.`,
  },
  nda: {
    subject: (name: string, by: string): string => `Non-disclosure agreement with ${name}, accepted by ${by}`,
    toVisitor: 'You accepted this agreement.',
    toTeam: (by: string): string => `${by} accepted your agreement.`,
    attached: 'The same is attached as a PDF.',
  },
};

export type MailWords = typeof en;
