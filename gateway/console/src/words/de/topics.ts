import type { Translated } from '../catalogue.js';
import type { topics as english } from '../en/topics.js';

export const topics: Translated<typeof english> = {
  title: 'Themen',
  what: 'die Themen',
  intro: 'Eine Regel entscheidet, bevor gesucht wird. Von zweien, die passen, gilt die ältere.',
  add: 'Regel anlegen',
  addTitle: 'Regel für ein Thema',
  name: 'Thema',
  words: 'Wörter',
  wordsHelp:
    'Ein Ausdruck je Zeile. Eine Frage gehört zum Thema, wenn alle Wörter eines Ausdrucks in ihr oder in ihrem Abschnitt stehen. * steht am Anfang oder Ende eines Wortes für beliebige Buchstaben: *versicherung*.',
  sections: 'Abschnitte',
  sectionsHelp: 'Ein Name je Zeile. Eine Frage gehört auch zum Thema, wenn sie in einem davon steht.',
  action: 'Was geschieht',
  actions: {
    people: 'Personen beantworten es',
    documents: 'Nur diese Dokumente beantworten es',
    answer: 'Diese Antwort der Bibliothek wird gegeben',
    owner: 'Es hat einen Verantwortlichen',
  },
  documents: 'Dokumente',
  libraryAnswer: 'Antwort der Bibliothek',
  owner: 'Verantwortlich, wird in Interviews gefragt',
  nobody: 'Niemand',
  choose: 'Wählen',
  save: 'Regel speichern',
  saved: 'Regel gespeichert.',
  active: 'Aktiv',
  inactive: 'Nicht aktiv',
  activate: 'Aktivieren',
  deactivate: 'Ausschalten',
  activated: 'Aktiv. Lassen Sie neu erstellen, was vorher beantwortet wurde.',
  deactivated: 'Ausgeschaltet.',
  remove: 'Löschen',
  removed: 'Regel gelöscht.',
};
