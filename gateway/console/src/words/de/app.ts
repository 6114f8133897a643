import type { Translated } from '../catalogue.js';
import type { app as english } from '../en/app.js';

export const app: Translated<typeof english> = {
  area: {
    home: 'Start',
    questionnaires: 'Fragebögen',
    knowledge: 'Wissen',
    portal: 'Trust-Portal',
    insights: 'Auswertung',
    notifications: 'Benachrichtigungen',
    settings: 'Einstellungen',
  },
  theConsole: 'die Konsole',
  thePage: 'die Seite',
  organizationDeleted:
    'Die Organisation, in der Sie gearbeitet haben, wurde gelöscht. Sie arbeiten jetzt in der Organisation Ihres Schlüssels.',
  noSuchPage: 'Diese Seite gibt es nicht',
  noSuchPageHelp: 'Die Adresse ist vielleicht falsch geschrieben, oder Ihr Schlüssel darf diese Seite nicht öffnen.',
  goToStart: 'Zur Startseite',
  pageNotLoaded:
    'Diese Seite konnte nicht geladen werden. Vielleicht wurde eine neue Version installiert: Laden Sie die Konsole neu.',
  role: { ADMIN: 'Administrator', APPROVER: 'Freigeber', MEMBER: 'Mitglied', VIEWER: 'Leser' },
  needsAdministrator: 'Dafür ist der Schlüssel eines Administrators nötig; Ihrer hat die Rolle „{{yours}}“.',
  needsMember: 'Dafür ist mindestens der Schlüssel eines Mitglieds nötig; Ihrer hat die Rolle „{{yours}}“.',
  needsScope: 'Dafür ist ein Schlüssel mit der Berechtigung „{{scope}}“ nötig; Ihrer hat sie nicht.',
  mayNotOpen: 'Ihr Schlüssel darf dies nicht öffnen',
  askForKey: 'Bitten Sie Ihren Administrator um einen, und geben Sie ihn nach „Schlüssel vergessen“ ein.',
  readOnly: 'Sie können dies lesen, aber nicht ändern.',
  organization: 'Organisation',
  appearance: 'Darstellung',
  theme: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
  language: 'Sprache',
  signedInAs: 'Rolle: {{role}}',
  forgetKey: 'Schlüssel vergessen',
  skip: 'Zum Inhalt springen',
  navigation: 'Navigation',
  console: 'Konsole',
  enterKey: 'Geben Sie Ihren API-Schlüssel ein',
  enterKeyHelp: 'Er bleibt in diesem Tab, bis Sie ihn schließen, und wird nur an diesen Server gesendet.',
  signInLinkEnded:
    'Dieser Anmeldelink wurde schon benutzt oder ist älter als zehn Minuten. Erzeugen Sie mit „npm run admin -- sign-in-link“ einen neuen, oder geben Sie einen Schlüssel ein.',
  apiKey: 'API-Schlüssel',
  continue: 'Weiter',
  foreignUser: 'Ein Benutzer einer anderen Organisation',
  you: 'Sie',
  keyNamed: 'Schlüssel {{id}}',
};
