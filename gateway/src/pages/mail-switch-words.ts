export interface MailSwitchWords {
  language: string;
  title: string;
  /** Names of the kinds, as they stand in a sentence; `daily` is the daily mail. */
  kinds: Record<string, string>;
  asked(what: string, organization: string): string;
  done(what: string, organization: string): string;
  button: string;
  all: string;
  unknown: string;
  tooLong: string;
}

/** The words of the page that switches mails off. */
export const MAIL_SWITCH_WORDS: Record<'en' | 'de', MailSwitchWords> = {
  en: {
    language: 'en',
    title: 'Email notifications',
    kinds: {
      assigned: 'questions that you are asked to answer',
      mentioned: 'comments that mention you',
      answered: 'answers to what you asked for',
      due_tomorrow: 'what is due tomorrow',
      overdue: 'what is overdue',
      submitted: 'what is submitted for approval',
      approved: 'what was approved',
      sent_back: 'what was sent back',
      questionnaire_ready: 'questionnaires that are ready',
      questionnaire_failed: 'questionnaires that failed',
      answer_expiring: 'library answers that need a new look',
      document_expiring: 'documents that need a new look',
      update_sent: 'updates that were sent',
      connected: 'what is connected in your name',
      access_requested: 'visitors who ask for documents',
      finding_assigned: 'findings that you are asked to look at',
      daily: 'everything that comes in the daily email',
    },
    asked: (what, organization) => `Do you want no more emails from ${organization} about ${what}?`,
    done: (what, organization) => `You get no more emails from ${organization} about ${what}.`,
    button: 'No more emails',
    all: 'Choose what you are told',
    unknown: 'This link is not valid any more. Sign in and choose there what you are told.',
    tooLong: 'The form is too long.',
  },
  de: {
    language: 'de',
    title: 'Benachrichtigungen per E-Mail',
    kinds: {
      assigned: 'Fragen, um deren Antwort Sie gebeten werden',
      mentioned: 'Kommentare, die Sie erwähnen',
      answered: 'Antworten, um die Sie gebeten haben',
      due_tomorrow: 'alles, was morgen fällig ist',
      overdue: 'alles, was überfällig ist',
      submitted: 'alles, was zur Freigabe eingereicht wird',
      approved: 'alles, was freigegeben wurde',
      sent_back: 'alles, was zurückgegeben wurde',
      questionnaire_ready: 'fertige Fragebögen',
      questionnaire_failed: 'fehlgeschlagene Fragebögen',
      answer_expiring: 'Antworten der Bibliothek, die neu zu prüfen sind',
      document_expiring: 'Dokumente, die neu zu prüfen sind',
      update_sent: 'versandte Mitteilungen',
      connected: 'alles, was in Ihrem Namen verbunden wird',
      access_requested: 'Besucher, die um Dokumente bitten',
      finding_assigned: 'Befunde, die Sie prüfen sollen',
      daily: 'alles, was in der täglichen E-Mail steht',
    },
    asked: (what, organization) => `Möchten Sie von ${organization} keine E-Mails mehr über ${what}?`,
    done: (what, organization) => `Sie erhalten von ${organization} keine E-Mails mehr über ${what}.`,
    button: 'Keine E-Mails mehr',
    all: 'Benachrichtigungen einstellen',
    unknown: 'Dieser Link gilt nicht mehr. Melden Sie sich an und wählen Sie dort, was Sie erfahren.',
    tooLong: 'Das Formular ist zu lang.',
  },
};
