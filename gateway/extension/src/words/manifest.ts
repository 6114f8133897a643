/** What the browser shows of the extension itself. */
export const manifestWords = {
  en: {
    name: 'Candor',
    description: 'Answers security questions from your own evidence, and fills in web forms with approved answers.',
    open: 'Open Candor',
  },
  de: {
    name: 'Candor',
    description:
      'Beantwortet Sicherheitsfragen aus Ihren eigenen Nachweisen und füllt Webformulare mit freigegebenen Antworten.',
    open: 'Candor öffnen',
  },
} as const;
