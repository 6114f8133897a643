import type { Translated } from '../catalogue.js';
import type { api as english } from '../en/api.js';

export const api: Translated<typeof english> = {
  reference: '(Anfrage {{requestId}})',
  unreachable: 'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  pageFailed: 'Auf dieser Seite ist etwas schiefgegangen. Laden Sie sie neu.',
  keyNotValid: 'Dieser Schlüssel ist nicht oder nicht mehr gültig.',
  forbidden: 'Das dürfen Sie nicht.',
  gone: 'Das gibt es nicht mehr, oder es gehört einer anderen Organisation.',
  tooLarge: 'Das ist zu groß.',
  changedMeanwhile: 'Jemand anderes hat dies inzwischen geändert. Laden Sie die Seite neu, um die Änderung zu sehen.',
  tooMany: 'Zu viele Anfragen auf einmal. Warten Sie eine Minute und versuchen Sie es erneut.',
  unavailable: 'Der Dienst ist gerade nicht verfügbar. Versuchen Sie es gleich noch einmal.',
  serverFailed: 'Auf dem Server ist etwas schiefgegangen. Versuchen Sie es erneut.',
};
