import type { Translated } from '../catalogue.js';
import type { app as english } from '../en/app.js';

export const app: Translated<typeof english> = {
  area: {
    home: 'Startseite',
    questionnaires: 'Fragebögen',
    knowledge: 'Wissen',
    portal: 'Trust-Portal',
    insights: 'Auswertung',
    settings: 'Einstellungen',
  },
  theConsole: 'Konsole',
  thePage: 'Seite',
  organizationDeleted:
    'Die Organisation, in der Sie gearbeitet haben, wurde gelöscht. Sie arbeiten jetzt in der Organisation Ihres Schlüssels.',
  noSuchPage: 'Seite nicht gefunden',
  noSuchPageHelp: 'Die Adresse ist vielleicht falsch geschrieben, oder Ihr Schlüssel darf diese Seite nicht öffnen.',
  goToStart: 'Zur Startseite',
  pageNotLoaded:
    'Diese Seite konnte nicht geladen werden. Vielleicht wurde eine neue Version installiert. Laden Sie die Konsole neu.',
  role: { ADMIN: 'Administrator', APPROVER: 'Freigeber', MEMBER: 'Mitglied', VIEWER: 'Leser' },
  needsAdministrator: 'Dafür ist der Schlüssel eines Administrators nötig. Ihr Schlüssel hat die Rolle „{{yours}}“.',
  needsMember:
    'Dafür ist mindestens der Schlüssel eines Mitglieds nötig. Ihr Schlüssel hat die Rolle „{{yours}}“.',
  needsScope: 'Dafür ist ein Schlüssel mit der Berechtigung „{{scope}}“ nötig. Ihr Schlüssel hat sie nicht.',
  mayNotOpen: 'Ihr Schlüssel darf dies nicht öffnen',
  askForKey: 'Bitten Sie Ihren Administrator um einen passenden Schlüssel. Melden Sie sich ab, und geben Sie ihn ein.',
  readOnly: 'Sie können dies ansehen, aber nicht ändern.',
  organization: 'Organisation',
  appearance: 'Darstellung',
  theme: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
  language: 'Sprache',
  signedInAs: 'Rolle: {{role}}',
  signOut: 'Abmelden',
  skip: 'Zum Inhalt springen',
  navigation: 'Navigation',
  console: 'Konsole',
  enterKey: 'Geben Sie Ihren API-Schlüssel ein',
  enterKeyHelp: 'Er bleibt in diesem Tab, bis Sie ihn schließen, und wird nur an diesen Server gesendet.',
  signInLinkEnded:
    'Dieser Anmeldelink wurde schon benutzt oder ist älter als zehn Minuten. Erzeugen Sie mit „npm run admin -- sign-in-link“ einen neuen, oder geben Sie einen Schlüssel ein.',
  apiKey: 'API-Schlüssel',
  continue: 'Weiter',
  foreignUser: 'Ein Benutzer aus einer anderen Organisation',
  you: 'Sie',
  keyNamed: 'Schlüssel {{id}}',
};
