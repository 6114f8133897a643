import type { Translated } from '../catalogue.js';
import type { joining as english } from '../en/joining.js';

/** Words of how people come in, in German. */
export const joining: Translated<typeof english> = {
  status: { active: 'Aktiv', invited: 'Eingeladen', deactivated: 'Deaktiviert' },
  lastSeen: 'Zuletzt angemeldet',
  never: 'Noch nie',
  invite: 'Einladen',
  inviteTitle: 'Eine Person einladen',
  inviteHelp: 'Die Person erhält eine E-Mail mit einem Link, der einmal und sieben Tage lang gilt.',
  inviteName: 'Name (optional)',
  inviteNameHelp: 'Die Person kann ihn beim Annehmen ändern',
  inviteRoleHelp: 'Nicht höher als Ihre eigene',
  invited: '{{email}} ist eingeladen.',
  resend: 'Einladung erneut senden',
  resent: 'Eine weitere Einladung ist unterwegs an {{email}}. Der bisherige Link gilt nicht mehr.',
  withdraw: 'Einladung zurückziehen',
  withdrawTitle: 'Einladung von {{name}} zurückziehen?',
  withdrawHelp: 'Der Link gilt nicht mehr, und die Person wird aus der Liste entfernt.',
  withdrawn: 'Die Einladung von {{name}} wurde zurückgezogen.',
  deactivate: 'Deaktivieren',
  deactivateTitle: '{{name}} deaktivieren?',
  deactivateHelp:
    'Die Person wird überall abgemeldet, und ihre Schlüssel werden widerrufen. Was sie getan hat, bleibt erhalten. Sie können die Person später reaktivieren; Schlüssel bleiben widerrufen.',
  deactivated: '{{name}} ist deaktiviert.',
  reactivate: 'Reaktivieren',
  reactivated: '{{name}} kann sich wieder anmelden.',

  provider: {
    title: 'Anmeldedienst',
    what: 'der Anmeldedienst',
    help: 'Personen dieser Organisation melden sich über einen OpenID-Connect-Dienst an, zum Beispiel Keycloak, Entra ID, Okta oder Google. Registrieren Sie diesen Server dort mit der Adresse unten und tragen Sie dann ein, was der Dienst anzeigt.',
    callback: 'Adresse zum Registrieren beim Dienst (Redirect URI)',
    issuer: 'Aussteller (Issuer)',
    issuerHelp: 'Eine https-Adresse, wie der Dienst sich selbst nennt',
    clientId: 'Client-ID',
    clientSecret: 'Client-Secret',
    secretHelp: 'Wird versiegelt gespeichert und nie wieder angezeigt',
    secretKept: 'Leer lassen, um das gespeicherte zu behalten',
    name: 'Name auf der Schaltfläche (optional)',
    nameHelp: 'Anmelden mit …',
    scopes: 'Scopes (optional)',
    scopesHelp: 'Durch Leerzeichen getrennt; ohne Angabe openid email profile',
    saved: 'Gespeichert. Testen Sie den Dienst, bevor Sie ihn bekannt machen.',
    test: 'Dienst testen',
    testing: 'Der Dienst antwortet: Personen werden zu {{address}} geleitet.',
    remove: 'Dienst entfernen',
    removeTitle: 'Anmeldedienst entfernen?',
    removeHelp:
      'Personen melden sich über einen Link per E-Mail an, per Passwort, wo das erlaubt ist, oder über den Dienst der Installation.',
    removed: 'Der Anmeldedienst wurde entfernt.',
    ofInstallation:
      'Der Betreiber hat {{name}} für alle Organisationen eingerichtet. Ein eigener Dienst tritt an dessen Stelle.',
  },
  domains: {
    title: 'Beitritt über die Domain',
    help: 'Zugelassene E-Mail-Domains: {{domains}}. Sie ändern sie auf der Seite Organisationen.',
    none: 'Es gibt keine zugelassenen E-Mail-Domains: Jeder mit einem Konto kann sich anmelden, und niemand tritt ohne Einladung bei. Nennen Sie Domains auf der Seite Organisationen.',
    allowed:
      'Personen mit einer bestätigten Adresse einer zugelassenen Domain treten bei, wenn sie sich über den Dienst anmelden',
    role: 'Ihre Rolle',
    saved: 'Gespeichert.',
  },
  scim: {
    title: 'Personen aus einem Verzeichnis (SCIM)',
    help: 'Entra ID, Okta und andere halten Benutzer und Gruppen mit dieser Organisation abgeglichen. Geben Sie ihnen diese Adresse und als Token einen API-Schlüssel: den eines Administrators, beschränkt auf „Users: write“.',
    address: 'SCIM-Adresse',
    key: 'Schlüssel anlegen',
  },

  accept: {
    title: 'Sie sind eingeladen',
    what: 'die Einladung',
    help: '{{organization}} lädt {{email}} ein, an Sicherheitsfragebögen mitzuarbeiten.',
    name: 'Ihr Name',
    action: 'Einladung annehmen',
    other: 'Anders anmelden',
    ended:
      'Diese Einladung wurde angenommen, zurückgezogen oder ersetzt oder ist älter als sieben Tage. Bitten Sie um eine neue.',
  },

  signInWith: 'Anmelden mit {{name}}',
  error: {
    oidc_not_configured: 'Hier gibt es keinen Anmeldedienst. Melden Sie sich auf andere Weise an.',
    oidc_attempt_ended:
      'Diese Anmeldung ist vorbei: Sie wurde schon benutzt, hat mehr als zehn Minuten gedauert oder begann in einem anderen Browser. Beginnen Sie neu.',
    oidc_unreachable:
      'Der Anmeldedienst antwortet nicht. Versuchen Sie es gleich noch einmal oder melden Sie sich auf andere Weise an.',
    oidc_blocked:
      'Der Anmeldedienst liegt unter einer Adresse, die dieser Server nicht aufrufen darf. Bitten Sie einen Administrator, den Aussteller zu prüfen.',
    oidc_redirects:
      'Der Anmeldedienst leitet zu einer anderen Adresse um; dem wird nicht gefolgt. Bitten Sie einen Administrator, den Aussteller zu prüfen.',
    oidc_misconfigured:
      'Der Anmeldedienst weist diesen Server ab. Bitten Sie einen Administrator, Aussteller, Client-ID und Client-Secret zu prüfen.',
    oidc_refused: 'Der Anmeldedienst hat Sie nicht angemeldet. Beginnen Sie neu oder fragen Sie einen Administrator.',
    oidc_code_ended:
      'Laut Anmeldedienst wurde diese Anmeldung schon benutzt oder hat zu lange gedauert. Beginnen Sie neu.',
    oidc_token_refused:
      'Was der Anmeldedienst gesendet hat, gilt nicht für diesen Server oder diese Anmeldung. Beginnen Sie neu oder fragen Sie einen Administrator.',
    oidc_clock:
      'Die Uhren dieses Servers und des Anmeldedienstes weichen um mehr als fünf Minuten voneinander ab. Bitten Sie einen Administrator, sie zu stellen.',
    oidc_email_unverified:
      'Der Anmeldedienst bestätigt Ihre E-Mail-Adresse nicht. Bestätigen Sie sie dort und beginnen Sie neu.',
    oidc_domain_not_allowed:
      'Ihre E-Mail-Adresse gehört zu keiner Domain dieser Organisation. Melden Sie sich mit einem anderen Konto an.',
    oidc_no_account:
      'Diese E-Mail-Adresse wurde noch nicht eingeladen. Bitten Sie einen Administrator um eine Einladung.',
    oidc_deactivated: 'Dieses Konto ist deaktiviert. Bitten Sie einen Administrator, es zu reaktivieren.',
    oidc_failed: 'Die Anmeldung hat nicht geklappt. Versuchen Sie es noch einmal oder auf andere Weise.',
  },
};
