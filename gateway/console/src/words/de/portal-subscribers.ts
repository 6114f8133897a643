import type { Translated } from '../catalogue.js';
import type * as english from '../en/portal-subscribers.js';

export const consent: Translated<typeof english.consent> = {
  title: 'Einwilligung',
  pending: 'Per E-Mail fragen',
  pendingHelp: 'jede Person erhält eine E-Mail mit einem Link und bekommt Mitteilungen, sobald sie ihn geöffnet hat',
  confirmed: 'Die Einwilligung liegt vor',
  confirmedHelp: 'Ich bestätige, dass jede dieser Personen um diese E-Mails gebeten hat',
};

export const subscriber: Translated<typeof english.subscriber> = {
  status: {
    confirmed: 'Abonniert',
    pending: 'Noch nicht bestätigt',
    unsubscribed: 'Abgemeldet',
    bounced: 'Unzustellbar',
  },
  source: { admin: 'In der Konsole hinzugefügt', import: 'Importiert', portal: 'Im Portal abonniert' },
  all: 'Alle Abonnenten',
  count_one: '{{count, number}} Abonnent, neueste zuerst',
  count_other: '{{count, number}} Abonnenten, neueste zuerst',
  import: 'Importieren',
  add: 'Hinzufügen',
  addTitle: 'Abonnenten hinzufügen',
  added: 'Hinzugefügt.',
  addedPending: 'Hinzugefügt. Eine E-Mail bittet um Bestätigung.',
  listed: 'Diese Adresse ist bereits eingetragen und bleibt, wie sie ist.',
  everyCategory: 'Alle Kategorien, auch neue',
  noCategory: 'Ohne Kategorie erhält dieser Abonnent keine Mitteilungen.',
  receives: 'Erhält',
  everything: 'Alle Mitteilungen',
  nothing: 'Keine Mitteilungen',
  deletedCategory: 'Eine gelöschte Kategorie',
  since: 'Seit',
  search: 'Abonnenten suchen',
  searchHelp: 'Teil der E-Mail-Adresse',
  noMatch: 'Keine passenden Abonnenten',
  noMatchHelp: 'Versuchen Sie einen anderen Teil der Adresse oder einen anderen Status.',
  none: 'Noch keine Abonnenten',
  noneHelp:
    'Interessierte melden sich auf der öffentlichen Seite Ihres Portals an. Fügen Sie eine Adresse hinzu, oder importieren Sie die Adressen von Kunden, die von Ihnen hören möchten.',
  unsubscribe: 'Abmelden',
  erase: 'Löschen',
  unsubscribeTitle: 'Diese Adresse abmelden?',
  eraseTitle: 'Diese Adresse löschen?',
  unsubscribed: '{{email}} ist abgemeldet.',
  erased: '{{email}} ist gelöscht.',
  unsubscribeHelp:
    '<strong>{{email}}</strong> erhält keine E-Mails mehr, und kein Import fügt die Adresse wieder hinzu. Nur die Person selbst kann wieder abonnieren.',
  eraseHelp:
    '<strong>{{email}}</strong> wird aus der Liste und aus den Aufzeichnungen aller E-Mails entfernt. Danach ist die Adresse unbekannt, und ein Import könnte sie wieder hinzufügen. Um das zu verhindern, melden Sie sie stattdessen ab.',
  eraseAgree: 'Löschen. Dies kann nicht rückgängig gemacht werden.',
};

export const subscriberImport = {
  title: 'Abonnenten importieren',
  help: 'Eine CSV-Datei mit einer Spalte für E-Mail-Adressen. Die Spalte <strong>categories</strong> kann Kategorien nennen, getrennt durch „;“; leer bedeutet alle. Spalten für Status und Abmeldung werden gelesen: Wer abgemeldet oder unzustellbar ist, behält diesen Status und erhält keine E-Mails. Wer sich abgemeldet hat, wird nicht wieder hinzugefügt.',
  file: 'CSV-Datei',
  working: 'Die Adressen werden hinzugefügt …',
  added: 'Hinzugefügt',
  listed: 'Bereits eingetragen',
  refused: 'Nicht hinzugefügt',
  refusedRows: 'Nicht hinzugefügte Zeilen',
  column: 'Die Adressen wurden aus <strong>{{column}}</strong> gelesen.',
  columnNot: 'Die Adressen wurden aus <strong>{{column}}</strong> gelesen, nicht aus {{others}}.',
  rejection: {
    invalid_email: 'Dies ist keine E-Mail-Adresse.',
    unsubscribed: 'Diese Adresse hat sich abgemeldet. Nur die Person selbst kann wieder abonnieren.',
    unknown_category: 'Die Zeile nennt eine Kategorie, die es nicht gibt.',
    unknown_status: 'Der Status ist unbekannt. Schreiben Sie subscribed, pending, unsubscribed oder bounced.',
    malformed_row: 'Diese Zeile kann nicht gelesen werden.',
  },
};
