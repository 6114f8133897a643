import type { Translated } from '../catalogue.js';
import type { account as english } from '../en/account.js';

export const account: Translated<typeof english> = {
  title: 'Ihr Konto',
  browsers: 'Wo Sie angemeldet sind',
  what: 'Ihre Anmeldungen',
  browser: 'Browser',
  unknownBrowser: 'Ein unbekanntes Programm',
  current: 'Dieser hier',
  method: {
    password: 'Mit Passwort',
    mail: 'Mit einem Link aus einer E-Mail',
    oidc: 'Über Ihren Identitätsanbieter',
    link: 'Mit einem Link des Betreibers',
  },
  since: 'Seit',
  seen: 'Zuletzt gesehen',
  actions: 'Aktionen',
  end: 'Dort abmelden',
  endTitle: 'Diesen Browser abmelden?',
  endHelp: 'Wer ihn benutzt, muss sich wieder anmelden.',
  ended: 'Jener Browser ist abgemeldet.',
  password: 'Passwort',
  currentPassword: 'Jetziges Passwort',
  currentHelp: 'Leer lassen, wenn Sie sich in den letzten 15 Minuten mit einem Link angemeldet haben.',
  newPassword: 'Neues Passwort',
  newHelp: 'Mindestens 12 Zeichen. Alle Ihre anderen Browser werden abgemeldet.',
  save: 'Passwort speichern',
  saved: 'Ihr Passwort ist gespeichert. Ihre anderen Browser sind abgemeldet.',
  everywhere: {
    action: 'Überall abmelden',
    title: 'Überall abmelden?',
    titleOf: '{{name}} überall abmelden?',
    help: 'Alle Ihre Browser werden abgemeldet, auch dieser. Links zum Anmelden aus E-Mails gelten nicht mehr. API-Schlüssel gelten weiter.',
    helpOf:
      'Alle Browser der Person werden abgemeldet, und Links zum Anmelden aus E-Mails gelten nicht mehr. API-Schlüssel gelten weiter. Die Person kann sich wieder anmelden.',
    connected: 'Auch Agenten und Browser-Erweiterungen trennen',
    done: 'Sie sind überall abgemeldet.',
    doneOf: '{{name}} ist überall abgemeldet.',
  },
  forPeople: 'Diese Seite ist für Benutzer, die angemeldet sind. Sie verwenden einen API-Schlüssel.',
};
