import type { MailWords } from './en.js';

/** The same in German. */
export const de: MailWords = {
  ignore: 'Wenn Sie nicht darum gebeten haben, brauchen Sie nichts zu tun.',
  thirtyMinutes: 'Der Link gilt einmal, 30 Minuten lang. Danach können Sie auf derselben Seite einen neuen anfordern.',
  confirm: {
    subject: (name) => `Bestätigen Sie Ihre Anfrage nach Dokumenten von ${name}`,
    text: (name, titles) => `Bitte bestätigen Sie, dass Sie ${name} um diese Dokumente gebeten haben: ${titles}.`,
    sevenDays: 'Der Link gilt sieben Tage.',
    button: 'Bestätigen',
  },
  approved: {
    subject: (name) => `${name} gibt Ihnen Zugang zu Dokumenten`,
    text: (titles) => `Sie können nun herunterladen: ${titles}.`,
    until: (date) => `Der Zugang endet am ${date} (UTC).`,
    forYou: 'Der Link ist nur für Sie. Bitte geben Sie ihn nicht weiter.',
  },
  declined: {
    subject: (name) => `Ihre Anfrage nach Dokumenten von ${name}`,
    text: (name) => `${name} gibt Ihnen die Dokumente nicht, um die Sie gebeten haben.`,
  },
  signIn: {
    subject: (name) => `Ihr Link zu den Dokumenten von ${name}`,
    text: (name) => `Hier ist Ihr Link zu den Dokumenten von ${name}.`,
  },
  open: 'Dokumente öffnen',
  newVersion: {
    subject: (title, name) => `Eine neue Version von „${title}“ von ${name}`,
    text: (title) => `Es gibt eine neue Version von „${title}“, das Sie schon früher erhalten haben.`,
    button: 'Neue Version holen',
    because: (name) => `Sie erhalten diese E-Mail, weil ${name} Ihnen eine frühere Version gegeben hat.`,
  },
  nda: {
    subject: (name, by) => `Geheimhaltungsvereinbarung mit ${name}, angenommen von ${by}`,
    toVisitor: 'Sie haben diese Vereinbarung angenommen.',
    toTeam: (by) => `${by} hat Ihre Vereinbarung angenommen.`,
    attached: 'Dasselbe ist als PDF angehängt.',
  },
};
