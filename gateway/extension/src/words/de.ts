import type { Word } from './en.js';

export const de: Record<Word, string> = {
  menu: 'Mit Candor beantworten',
  close: 'Schließen',
  busy: 'Einen Moment …',
  tryAgain: 'Noch einmal versuchen',

  signInTitle: 'Mit Ihrem Candor verbinden',
  signInHelp:
    'Geben Sie die Adresse ein, unter der Sie die Konsole öffnen. Die Erweiterung spricht nur mit diesem Server.',
  server: 'Adresse des Servers',
  serverWrong: 'Das ist keine Adresse eines Servers. Sie beginnt mit https://, wie https://candor.example.com.',
  connect: 'Verbinden',
  connectWaiting:
    'Bestätigen Sie in dem Tab, der sich geöffnet hat: Melden Sie sich dort bei Bedarf an und wählen Sie „Verbinden“.',
  connectCancelled: 'Der Tab wurde vor der Bestätigung geschlossen. Verbinden Sie noch einmal.',
  connectLate: 'Innerhalb von fünf Minuten hat niemand bestätigt. Verbinden Sie noch einmal.',
  cancel: 'Abbrechen',
  permissionDenied: 'Der Browser darf diesen Server nicht erreichen. Erlauben Sie es, wenn der Browser fragt.',
  pasteKey: 'Stattdessen einen API-Schlüssel verwenden',
  key: 'API-Schlüssel',
  keyHelp: 'Mit dem Recht „Insights: ask“ kann er fragen, mit „Questionnaires: write“ dazu auch Formulare ausfüllen.',
  useKey: 'Diesen Schlüssel verwenden',

  menuOf: 'Angemeldet als {{who}}',
  keyOf: 'Mit einem Schlüssel angemeldet',
  signOut: 'Abmelden',
  signOutFailed:
    'Hier abgemeldet. Der Server hat nicht geantwortet, dort gilt der Schlüssel noch: Widerrufen Sie ihn in der Konsole.',
  tabAsk: 'Fragen',
  tabFill: 'Formular ausfüllen',

  question: 'Frage',
  questionHelp: 'Oder markieren Sie Text auf einer Seite und wählen Sie dort im Menü „Mit Candor beantworten“.',
  ask: 'Fragen',
  asking: 'Eine Antwort wird gesucht …',
  copy: 'Kopieren',
  copied: 'Kopiert',
  sources: 'Quellen',
  noAnswer: 'Dazu ist nichts bekannt.',
  noScopeAsk:
    'Dieser Schlüssel darf nicht fragen. Er braucht das Recht „Insights: ask“; die Administration kann einen Schlüssel damit anlegen.',

  HIGH: 'Hoch',
  MEDIUM: 'Mittel',
  LOW: 'Niedrig',
  NONE: 'Keine Antwort',

  readForm: 'Dieses Formular lesen',
  readAgain: 'Seite noch einmal lesen',
  reading: 'Die Seite wird gelesen …',
  newForm: 'Neues Formular beginnen',
  fillHelp:
    'Candor liest die Fragen der Seite im Vordergrund und lässt sie als einen Fragebogen beantworten. Ausgefüllt wird erst, wenn Sie es sagen, und abgeschickt wird nie.',
  noScopeFill:
    'Sie können fragen, aber keine Formulare ausfüllen: Dafür braucht es die Rolle MEMBER und das Recht „Questionnaires: write“. Bitten Sie die Administration darum, oder verbinden Sie sich als Person, die es hat.',
  notThisPage:
    'Candor darf diese Seite noch nicht lesen. Klicken Sie in der Symbolleiste auf Candor, während die Seite im Vordergrund ist, und versuchen Sie es noch einmal.',
  noPage: 'Diese Seite kann nicht gelesen werden: Seiten des Browsers selbst sind für Erweiterungen geschlossen.',
  pageBusy: 'Die Seite hat nicht geantwortet. Laden Sie sie neu und versuchen Sie es noch einmal.',
  noQuestions: 'Auf dieser Seite wurden keine Fragen gefunden.',
  framesUnread:
    'Ein Teil der Seite kommt von einer anderen Website und wurde nicht gelesen. Öffnen Sie ihn in einem eigenen Tab.',
  answering: 'Beantwortet: {{done}} von {{total}}',
  answered: '{{answered}} von {{total}} Fragen haben eine Antwort',
  answerFailed:
    'Die Fragen konnten nicht beantwortet werden. Öffnen Sie den Fragebogen in der Konsole und versuchen Sie es dort noch einmal.',
  fillHigh: 'Alle mit hoher Sicherheit ausfüllen ({{count}})',
  undoAll: 'Alles zurücknehmen',
  acceptAll: 'Alle ausgefüllten annehmen ({{count}})',
  openInConsole: 'In der Konsole öffnen',
  fill: 'Ausfüllen',
  undo: 'Zurücknehmen',
  accept: 'Annehmen',
  show: 'Zeigen',
  acceptHelp:
    'Annehmen gibt die hier gezeigte Antwort frei und nimmt sie in die Antwortbibliothek auf. Steht im Feld etwas anderes, sehen Sie es zuerst.',
  fieldDiffers:
    'Im Feld steht etwas anderes. Lesen Sie es unten, und nehmen Sie diesen Wortlaut an oder lassen Sie es.',
  fieldSays: 'Im Feld steht:',
  acceptSaid: 'Diesen Wortlaut annehmen',
  waiting: 'Wartet auf die Antwort …',
  needsInfo: 'Dazu ist nichts bekannt: Antworten Sie selbst und nehmen Sie es dann an.',
  yours: 'Sie haben das ausgefüllt. Nehmen Sie es an, um die Antwort zu behalten.',
  filled: 'Ausgefüllt. Prüfen Sie es und nehmen Sie es dann an.',
  approved: 'Angenommen',
  undone: 'Zurückgenommen',
  identity: 'Ihre eigenen Angaben bleiben Ihnen überlassen: {{fields}}',
  files: 'Braucht eine Datei: {{fields}}',
  emptyField: 'Im Feld steht nichts, was sich annehmen ließe.',
  manyQuestions:
    'Die Seite hat {{count}} neue Fragen: {{page}}. Davon ist noch nichts gesendet. Senden Sie sie nur dann an Ihr Candor, wenn dies das Formular ist, das beantwortet werden soll.',
  sendMany: 'Diese {{count}} Fragen senden',
  lostQuestions: 'Der Server hat {{count}} dieser Fragen nicht, obwohl sie gesendet wurden.',
  sendAgain: 'Noch einmal senden ({{count}})',
  notSent: 'Nicht gesendet.',
  newQuestions: 'Die Seite hat jetzt andere Fragen.',

  already_filled: 'Im Feld stand schon etwas; es blieb unberührt.',
  changed_by_person: 'Sie haben dieses Feld geändert; es blieb unberührt.',
  choose_yourself: 'Keine der Möglichkeiten passt genau: Wählen Sie selbst.',
  too_long: 'Die Antwort ist länger, als das Feld erlaubt: Kürzen Sie sie selbst.',
  out_of_range: 'Das Feld nimmt diesen Wert nicht an: Geben Sie selbst einen ein.',
  not_here: 'Das Feld ist nicht mehr auf der Seite.',
  not_fillable: 'Dieses Feld lässt sich nicht ausfüllen: Tun Sie es selbst.',
  not_taken: 'Die Seite hat die Antwort nicht angenommen: Geben Sie sie selbst ein.',
  nothing_to_undo: 'Es gab nichts zurückzunehmen.',

  unreachable:
    'Der Server ist nicht erreichbar. Prüfen Sie das Netz und ob der Server läuft, und versuchen Sie es noch einmal.',
  timeout: 'Der Server hat zu lange gebraucht. Versuchen Sie es gleich noch einmal.',
  sessionEnded:
    'Diese Verbindung ist zu Ende: Sie wurde widerrufen oder ist älter als 90 Tage. Verbinden Sie sich neu.',
  rateLimited: 'Zu viele Aufrufe. Versuchen Sie es in {{seconds}} s noch einmal.',
  missingScope:
    'Dafür braucht es das Recht „{{scope}}“, das Ihrem Schlüssel fehlt. Bitten Sie die Administration darum.',
  missingRole: 'Dafür braucht es die Rolle {{role}}. Bitten Sie die Administration darum.',
  notCandor: 'Unter dieser Adresse antwortet kein Candor. Prüfen Sie die Adresse.',
  serverFailed: 'Auf dem Server ist etwas schiefgegangen. Versuchen Sie es später noch einmal.',
};
