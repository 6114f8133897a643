import type { Translated } from '../catalogue.js';
import type { home as english } from '../en/home.js';

/** Words of `home/` in German. */
export const home: Translated<typeof english> = {
  noKnowledge:
    'Es gibt noch keine Nachweise, daher bleibt jede Frage offen. <link>Dokumente oder Antworten hinzufügen</link>',
  title: 'Startseite',
  loading: 'Aufgaben',
  waiting: 'Was ansteht',
  steps: {
    title: 'Erste Schritte',
    hide: 'Erste Schritte ausblenden',
    done: 'erledigt',
    next: 'als Nächstes',
    waiting: 'offen',
    evidence: 'Nachweise hinzufügen',
    evidenceAbout: 'Richtlinien, Berichte und frühere Antworten. Jede Antwort stützt sich darauf.',
    evidenceAction: 'Dokumente hinzufügen',
    upload: 'Fragebogen hochladen',
    uploadAbout: 'Die Datei des Kunden oder eingefügte Fragen.',
    uploadAction: 'Datei auswählen',
    review: 'Antworten prüfen',
    reviewAbout: 'Geben Sie frei, was stimmt, und korrigieren Sie den Rest. Jede Antwort zeigt ihre Quelle.',
    reviewAction: 'Prüfung öffnen',
    export: 'Exportieren',
    exportAbout: 'Der Kunde erhält seine eigene Datei mit den Antworten zurück.',
    exportAction: 'Zum Export',
  },
  figure: {
    overdue: 'Überfällig',
    dueSoon: 'In den nächsten 7 Tagen fällig',
    open: 'Offene Fragen',
    assigned: 'Mir zugewiesen',
    expiring: 'Abgelaufene oder bald ablaufende Antworten',
    updates: 'Geplante Mitteilungen',
  },
  list: {
    title: 'Fragebögen nach Frist',
    none: 'Nichts zu tun',
    noneHelp: 'Alle Fragebögen sind abgeschlossen.',
    caption: 'Nicht abgeschlossene Fragebögen nach Frist',
    all_one: '{{count, number}} Fragebogen ansehen',
    all_other: 'Alle {{count, number}} Fragebögen ansehen',
  },
  expiring: 'Abgelaufen oder läuft in den nächsten 30 Tagen ab',
  everyAnswer: 'Alle Antworten anzeigen',
};
