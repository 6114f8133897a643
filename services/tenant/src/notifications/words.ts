import type { Notification } from '../store/notifications.js';

export const MAIL_LANGUAGES = ['en', 'de'] as const;
export type MailLanguage = (typeof MAIL_LANGUAGES)[number];

export const isMailLanguage = (text: string): text is MailLanguage =>
  (MAIL_LANGUAGES as readonly string[]).includes(text);
export const mailLanguageOf = (text: string | undefined): MailLanguage =>
  text !== undefined && isMailLanguage(text) ? text : 'en';

/** What a line about a notification is made of. */
export interface Told {
  kind: Notification['kind'];
  /** Undefined: nobody in particular, or somebody who left. */
  actor: string | undefined;
  title: string;
  subject: Notification['subject']['type'];
  count: number | undefined;
}

export interface MailWords {
  /** What happened, in one line. */
  line(told: Told): string;
  /** Subject of a daily mail: its first line, and how many follow. */
  daily(first: string, more: number): string;
  dailyIntro(organization: string): string;
  more(count: number): string;
  due(day: string): string;
  /** Of what was connected in the person's name: when, what it may do (names of scopes), and what to do about it. */
  connectedAt(time: string): string;
  mayDo(scopes: string): string;
  notYou: string;
  disconnect: string;
  open: string;
  openAll: string;
  why(organization: string): string;
  preferences: string;
  switchOff: string;
  switchOffDaily: string;
}

const EN_COUNTED = {
  questionnaire: 'question',
  question: 'question',
  answer: 'answer',
  document: 'document',
  update: 'update',
  agent: 'agent',
  extension: 'browser extension',
  access_request: 'request for documents',
  finding: 'finding',
  interview: 'question',
} as const;

/** "3 questions of ‘A’", "a question: ‘A’", "‘A’". */
function thingsEn({ count, subject, title }: Told): string {
  if (count === undefined) return subject === 'question' ? `a question: ‘${title}’` : `‘${title}’`;
  const noun = EN_COUNTED[subject];
  return count === 1 ? `one ${noun} of ‘${title}’` : `${count} ${noun}s of ‘${title}’`;
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
const isOne = ({ count }: Told): boolean => count === undefined || count === 1;

const en: MailWords = {
  line: (told) => {
    const who = told.actor ?? 'Somebody';
    const title = `‘${told.title}’`;
    switch (told.kind) {
      case 'assigned':
        return `${who} asked you to answer ${thingsEn(told)}`;
      case 'mentioned':
        return `${who} mentioned you in a comment on ${title}`;
      case 'answered':
        return `${who} answered ${thingsEn(told)}`;
      case 'due_tomorrow':
        return `${capital(thingsEn(told))} ${isOne(told) ? 'is' : 'are'} due tomorrow`;
      case 'overdue':
        return `${capital(thingsEn(told))} ${isOne(told) ? 'is' : 'are'} overdue`;
      case 'submitted':
        return `${who} submitted ${title} for approval`;
      case 'approved':
        return `${told.actor ?? 'An approver'} approved ${thingsEn(told)}`;
      case 'sent_back':
        return `${told.actor ?? 'An approver'} sent ${thingsEn(told)} back`;
      case 'questionnaire_ready':
        return `${title} is answered and ready for your review`;
      case 'questionnaire_failed':
        return `${title} could not be answered`;
      case 'answer_expiring':
        return told.count === undefined || told.count === 1
          ? `The library answer ${title} needs a new look`
          : `${told.count} library answers need a new look`;
      case 'document_expiring':
        return told.count === undefined || told.count === 1
          ? `The document ${title} needs a new look`
          : `${told.count} documents need a new look`;
      case 'update_sent':
        return told.count === undefined
          ? `The update ${title} was sent`
          : `The update ${title} was sent to ${told.count} subscriber${told.count === 1 ? '' : 's'}`;
      case 'connected':
        return told.subject === 'agent'
          ? `The agent ${title} was connected in your name`
          : 'A browser extension was connected in your name';
      case 'access_requested':
        return `${title} asks for documents of your trust portal`;
      case 'finding_assigned':
        return `${who} asked you to look at what a customer was told on ${title}`;
    }
  },
  daily: (first, more) => (more === 0 ? first : `${first}, and ${more} more`),
  dailyIntro: (organization) => `This is what is new for you at ${organization}:`,
  more: (count) => `… and ${count} more in the console.`,
  due: (day) => `Due on ${day}`,
  connectedAt: (time) => `Connected on ${time}`,
  mayDo: (scopes) => `What it may do: ${scopes}`,
  notYou: 'If this was not you, disconnect it on the page “Your account”, and sign out everywhere.',
  disconnect: 'See or disconnect it',
  open: 'Open',
  openAll: 'See all',
  why: (organization) => `You receive this email because you work in ${organization}.`,
  preferences: 'Choose what you are told',
  switchOff: 'No more emails of this kind',
  switchOffDaily: 'No more daily emails',
};

const DE_COUNTED = {
  questionnaire: ['Frage', 'Fragen'],
  question: ['Frage', 'Fragen'],
  answer: ['Antwort', 'Antworten'],
  document: ['Dokument', 'Dokumente'],
  update: ['Mitteilung', 'Mitteilungen'],
  agent: ['Agent', 'Agenten'],
  extension: ['Browser-Erweiterung', 'Browser-Erweiterungen'],
  access_request: ['Anfrage nach Dokumenten', 'Anfragen nach Dokumenten'],
  finding: ['Befund', 'Befunde'],
  interview: ['Frage', 'Fragen'],
} as const;

function thingsDe({ count, subject, title }: Told): string {
  if (count === undefined) return `„${title}“`;
  const [one, many] = DE_COUNTED[subject];
  return count === 1 ? `1 ${one} von „${title}“` : `${count} ${many} von „${title}“`;
}

const de: MailWords = {
  line: (told) => {
    const who = told.actor ?? 'Jemand';
    const title = `„${told.title}“`;
    switch (told.kind) {
      case 'assigned':
        return `${who} bittet Sie um Antwort: ${thingsDe(told)}`;
      case 'mentioned':
        return `${who} hat Sie in einem Kommentar zu ${title} erwähnt`;
      case 'answered':
        return `${who} hat beantwortet: ${thingsDe(told)}`;
      case 'due_tomorrow':
        return `Morgen fällig: ${thingsDe(told)}`;
      case 'overdue':
        return `Überfällig: ${thingsDe(told)}`;
      case 'submitted':
        return `${who} hat ${title} zur Freigabe eingereicht`;
      case 'approved':
        return `${who} hat freigegeben: ${thingsDe(told)}`;
      case 'sent_back':
        return `${who} hat zurückgegeben: ${thingsDe(told)}`;
      case 'questionnaire_ready':
        return `${title} ist beantwortet und wartet auf Ihre Durchsicht`;
      case 'questionnaire_failed':
        return `${title} konnte nicht beantwortet werden`;
      case 'answer_expiring':
        return told.count === undefined || told.count === 1
          ? `Die Antwort ${title} der Bibliothek ist neu zu prüfen`
          : `${told.count} Antworten der Bibliothek sind neu zu prüfen`;
      case 'document_expiring':
        return told.count === undefined || told.count === 1
          ? `Das Dokument ${title} ist neu zu prüfen`
          : `${told.count} Dokumente sind neu zu prüfen`;
      case 'update_sent':
        return told.count === undefined
          ? `Die Mitteilung ${title} wurde versandt`
          : `Die Mitteilung ${title} wurde an ${told.count} Abonnenten versandt`;
      case 'connected':
        return told.subject === 'agent'
          ? `In Ihrem Namen verbunden: Agent ${title}`
          : 'In Ihrem Namen verbunden: eine Browser-Erweiterung';
      case 'access_requested':
        return `${title} bittet um Dokumente Ihres Trust-Portals`;
      case 'finding_assigned':
        return `${who} bittet Sie zu prüfen, was ein Kunde gehört hat: ${title}`;
    }
  },
  daily: (first, more) => (more === 0 ? first : `${first}, und ${more} weitere`),
  dailyIntro: (organization) => `Das ist bei ${organization} neu für Sie:`,
  more: (count) => `… und ${count} weitere in der Konsole.`,
  due: (day) => `Fällig am ${day}`,
  connectedAt: (time) => `Verbunden am ${time}`,
  mayDo: (scopes) => `Das ist erlaubt: ${scopes}`,
  notYou:
    'Wenn Sie das nicht waren, trennen Sie die Verbindung auf der Seite „Ihr Konto“ und melden Sie sich überall ab.',
  disconnect: 'Ansehen oder trennen',
  open: 'Öffnen',
  openAll: 'Alle ansehen',
  why: (organization) => `Sie erhalten diese E-Mail, weil Sie bei ${organization} mitarbeiten.`,
  preferences: 'Benachrichtigungen einstellen',
  switchOff: 'Keine E-Mails dieser Art mehr',
  switchOffDaily: 'Keine täglichen E-Mails mehr',
};

/** The words of mails to people, by language. */
export const MAIL_WORDS: Record<MailLanguage, MailWords> = { en, de };
