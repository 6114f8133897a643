import type { Translated } from '../catalogue.js';
import type { evidence as english } from '../en/evidence.js';

export const evidence: Translated<typeof english> = {
  review: 'Verantwortung und Prüfung',
  reviewEvery: 'Prüfung',
  reviewEveryHelp:
    'Jede Bestätigung beginnt die Frist von Neuem. Zwei Wochen vor dem Ende wird die verantwortliche Person erinnert.',
  noReview: 'Keine regelmäßige Prüfung',
  everyDays_one: 'Jeden Tag',
  everyDays_other: 'Alle {{count, number}} Tage',
  ownerHelp: 'Wird vor dem Ablauf erinnert. Ohne verantwortliche Person werden die Administratoren erinnert.',
  never: 'Nie',
  expiredHelp:
    'Es wird nicht für Antworten verwendet. Wählen Sie ein späteres Ablaufdatum, oder bestätigen Sie es, wenn es regelmäßig geprüft wird.',
  verifiedNow: 'Als heute geprüft vermerkt.',

  newVersion: 'Neue Fassung',
  newVersionOf: 'Neue Fassung von „{{name}}“',
  newVersionHelp:
    'Die neue Datei tritt an die Stelle der bisherigen, sobald sie gelesen ist. Bis dahin verwenden Antworten die bisherige Fassung. Danach sehen Sie, welche Antworten betroffen sind.',
  addVersion: 'Fassung hinzufügen',
  versionAdded: 'Neue Fassung hinzugefügt. Sie wird gelesen.',
  versionWaits: 'Neue Fassung hinzugefügt. Sie gilt ab ihrem Tag.',
  effectiveFrom: 'Gültig ab',
  effectiveFromHelp: 'Der Tag, ab dem die neue Fassung gilt. Leer: sofort.',
  upcoming: '„{{name}}“ gilt ab {{day}}. Bis dahin nutzen Antworten die jetzige Fassung.',
  version: 'Fassung {{version}}, {{ago}}',
  file: 'Datei',
  storing: 'Wird gespeichert …',

  affected: 'Betroffene Antworten',
  affectedAnswers_one: '{{count, number}} Antwort',
  affectedAnswers_other: '{{count, number}} Antworten',
  ofQuestionnaires_one: 'in {{count, number}} Fragebogen, die Geändertes zitieren',
  ofQuestionnaires_other: 'in {{count, number}} Fragebögen, die Geändertes zitieren',
  affectedHelp:
    'Diese Antworten zitieren Stellen, die in der neuen Fassung geändert oder entfernt wurden. Bestätigen Sie, was noch gilt, und lassen Sie das Übrige neu erstellen. Freigegebene und von Personen geschriebene Antworten werden nie ersetzt.',
  affectedFailed: 'Die Antworten konnten nicht neu erstellt werden. Versuchen Sie es noch einmal.',
  answerAgain_one: '{{count, number}} Antwort neu erstellen',
  answerAgain_other: '{{count, number}} Antworten neu erstellen',
  answeredAgain_one: '{{count, number}} Antwort wird neu erstellt.',
  answeredAgain_other: '{{count, number}} Antworten werden neu erstellt.',
  notAnsweredAgain_one:
    '{{count, number}} Fragebogen ist abgeschlossen oder wird gerade beantwortet und blieb unverändert.',
  notAnsweredAgain_other:
    '{{count, number}} Fragebögen sind abgeschlossen oder werden gerade beantwortet und blieben unverändert.',
  confirm: 'Bestätigen',
  confirmAll: 'Alle bestätigen',
  confirmed_one: '{{count, number}} Antwort bestätigt.',
  confirmed_other: '{{count, number}} Antworten bestätigt.',
  change: { changed: 'Geändert', removed: 'Entfernt' },
  approved: 'Freigegeben',
  before: 'Zitiert',
  now: 'In der neuen Fassung',
  gone: 'Diese Stelle gibt es nicht mehr.',
  firstOnly: 'Nur die ersten {{count, number}} werden gezeigt.',
};
