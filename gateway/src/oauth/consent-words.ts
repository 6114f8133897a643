export interface ConsentWords {
  language: 'en' | 'de';
  title: string;
  /** What the program may do, by the words of OAuth. */
  scopes: Readonly<Record<string, string>>;
  asks(program: string, organization: string): string;
  unchecked(host: string): string;
  may: string;
  /** Beside what the person cannot allow. */
  forAdministrators: string;
  limits: string;
  as(person: string): string;
  ends: string;
  allow: string;
  refuse: string;
  signInFirst: string;
  signIn: string;
  off: string;
  wrong: string;
  nothingChosen: string;
  stale: string;
}

/** The words of the page on which a person lets a program act for them. */
export const CONSENT_WORDS: Record<'en' | 'de', ConsentWords> = {
  en: {
    language: 'en',
    title: 'Connect an agent',
    scopes: {
      'insights:ask': 'ask questions and get answers from your evidence; each is recorded as a conversation',
      'knowledge:read': 'read your documents and library answers',
      'questionnaires:read': 'read questionnaires and their questions',
      'questionnaires:write': 'upload questions, and propose answers that a person then approves',
    },
    asks: (program, organization) => `“${program}” wants to work with ${organization} for you.`,
    unchecked: (host) =>
      `Nobody has checked this name. Go on only if you have just begun to connect it yourself. You will be sent to ${host}.`,
    may: 'It may:',
    forAdministrators: 'only administrators allow this',
    limits: 'It never gets more than your own role allows, and only for as long as you have it.',
    as: (person) => `You are signed in as ${person}.`,
    ends: 'You can disconnect it at any time under Channels or in your account. Without use it ends after 30 days.',
    allow: 'Allow',
    refuse: 'Do not allow',
    signInFirst: 'A program wants to work for you. Sign in first, then decide.',
    signIn: 'Sign in',
    off: 'An administrator of your organization has switched connecting agents off. Ask them to switch it on.',
    wrong: 'The program sent something that cannot be answered. Begin anew from the program. It said:',
    nothingChosen: 'Choose at least one thing that the program may do.',
    stale: 'You have signed in anew since this page was opened. Look at it again, then decide.',
  },
  de: {
    language: 'de',
    title: 'Agent verbinden',
    scopes: {
      'insights:ask': 'Fragen stellen und Antworten aus Ihren Belegen erhalten; jede wird als Gespräch festgehalten',
      'knowledge:read': 'Dokumente und Antworten Ihrer Bibliothek lesen',
      'questionnaires:read': 'Fragebögen und ihre Fragen lesen',
      'questionnaires:write': 'Fragen hochladen und Antworten vorschlagen, die dann ein Mensch freigibt',
    },
    asks: (program, organization) => `„${program}“ möchte für Sie mit ${organization} arbeiten.`,
    unchecked: (host) =>
      `Niemand hat diesen Namen geprüft. Fahren Sie nur fort, wenn Sie die Verbindung gerade selbst begonnen haben. Sie werden zu ${host} geleitet.`,
    may: 'Es darf:',
    forAdministrators: 'das erlauben nur Administratoren',
    limits: 'Es erhält nie mehr, als Ihre eigene Rolle erlaubt, und nur solange Sie diese haben.',
    as: (person) => `Sie sind angemeldet als ${person}.`,
    ends: 'Sie können es jederzeit unter Kanäle oder in Ihrem Konto trennen. Ungenutzt endet es nach 30 Tagen.',
    allow: 'Erlauben',
    refuse: 'Nicht erlauben',
    signInFirst: 'Ein Programm möchte für Sie arbeiten. Melden Sie sich zuerst an, dann entscheiden Sie.',
    signIn: 'Anmelden',
    off: 'Das Verbinden von Agenten ist abgeschaltet. Bitten Sie jemanden mit der Rolle ADMIN, es einzuschalten.',
    wrong: 'Das Programm hat etwas gesandt, das nicht beantwortet werden kann. Beginnen Sie im Programm neu. Es hieß:',
    nothingChosen: 'Wählen Sie mindestens eines, das das Programm tun darf.',
    stale:
      'Sie haben sich seit dem Öffnen dieser Seite neu angemeldet. Sehen Sie sie noch einmal an und entscheiden Sie dann.',
  },
};
