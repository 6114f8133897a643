/** Words of how people come in: `settings/people-*`, `settings/sign-in-*` and `app/accept-invitation.tsx`. */
export const joining = {
  status: { active: 'Active', invited: 'Invited', deactivated: 'Deactivated' },
  lastSeen: 'Last signed in',
  never: 'Never',
  invite: 'Invite',
  inviteTitle: 'Invite a person',
  inviteHelp: 'The person gets an email with a link that works once, within seven days.',
  inviteName: 'Name (optional)',
  inviteNameHelp: 'The person can change it when accepting',
  inviteRoleHelp: 'Not above your own',
  invited: '{{email}} is invited.',
  resend: 'Send the invitation again',
  resent: 'Another invitation is on its way to {{email}}. The link before works no more.',
  withdraw: 'Withdraw the invitation',
  withdrawTitle: 'Withdraw the invitation of {{name}}?',
  withdrawHelp: 'The link works no more, and the person is taken off the list.',
  withdrawn: 'The invitation of {{name}} is withdrawn.',
  deactivate: 'Deactivate',
  deactivateTitle: 'Deactivate {{name}}?',
  deactivateHelp:
    'The person is signed out everywhere, and the person’s keys are revoked. What the person did stays. You can reactivate the person later; keys stay revoked.',
  deactivated: '{{name}} is deactivated.',
  reactivate: 'Reactivate',
  reactivated: '{{name}} may sign in again.',

  provider: {
    title: 'Sign-in provider',
    what: 'the sign-in provider',
    help: 'People of this organization sign in by an OpenID Connect provider, such as Keycloak, Entra ID, Okta or Google. Register this server there with the address below, then enter what the provider shows.',
    callback: 'Address to register at the provider (redirect URI)',
    issuer: 'Issuer',
    issuerHelp: 'An https address, as the provider names itself',
    clientId: 'Client ID',
    clientSecret: 'Client secret',
    secretHelp: 'Stored sealed and never shown again',
    secretKept: 'Leave it empty to keep the one that is stored',
    name: 'Name on the button (optional)',
    nameHelp: 'Sign in with …',
    scopes: 'Scopes (optional)',
    scopesHelp: 'Separated by blanks; openid email profile when empty',
    saved: 'Saved. Test the provider before you tell people.',
    test: 'Test the provider',
    testing: 'The provider answers: people are sent to {{address}}.',
    remove: 'Remove the provider',
    removeTitle: 'Remove the sign-in provider?',
    removeHelp:
      'People sign in by a mailed link, by password where it is allowed, or by the provider of the installation.',
    removed: 'The sign-in provider is removed.',
    ofInstallation: 'The operator has set up {{name}} for all organizations. A provider of your own takes its place.',
  },
  domains: {
    title: 'Joining by domain',
    help: 'Approved email domains: {{domains}}. Change them on the page Organizations.',
    none: 'There are no approved email domains: anybody who has an account may sign in, and nobody joins without an invitation. Name domains on the page Organizations.',
    allowed: 'People with a verified address of an approved domain join when they sign in by the provider',
    role: 'Their role',
    saved: 'Saved.',
  },
  scim: {
    title: 'People from an identity provider (SCIM)',
    help: 'Entra ID, Okta and others keep users and groups in step with this organization. Give them this address, and an API key as the token: a key of an administrator, narrowed to “Users: write”.',
    address: 'SCIM address',
    key: 'Make a key',
  },

  accept: {
    title: 'You are invited',
    what: 'the invitation',
    help: '{{organization}} invites {{email}} to work on security questionnaires.',
    name: 'Your name',
    action: 'Accept the invitation',
    other: 'Sign in another way',
    ended: 'This invitation was accepted, withdrawn or replaced, or is more than seven days old. Ask for another one.',
  },

  signInWith: 'Sign in with {{name}}',
  error: {
    oidc_not_configured: 'There is no sign-in provider here. Choose another way to sign in.',
    oidc_attempt_ended:
      'This sign-in is over: it was used already, took more than ten minutes, or began in another browser. Start it again.',
    oidc_unreachable: 'The sign-in provider does not answer. Try again shortly, or choose another way to sign in.',
    oidc_blocked:
      'The sign-in provider is at an address that this server must not reach. Ask an administrator to check the issuer.',
    oidc_redirects:
      'The sign-in provider redirects to another address, which is not followed. Ask an administrator to check the issuer.',
    oidc_misconfigured:
      'The sign-in provider refuses this server. Ask an administrator to check issuer, client ID and client secret.',
    oidc_refused: 'The sign-in provider did not sign you in. Start again, or ask an administrator.',
    oidc_code_ended: 'The sign-in provider says that this sign-in was used already or took too long. Start it again.',
    oidc_token_refused:
      'What the sign-in provider sent is not meant for this server or for this sign-in. Start it again, or ask an administrator.',
    oidc_clock:
      'The clocks of this server and of the sign-in provider differ by more than five minutes. Ask an administrator to set them.',
    oidc_email_unverified:
      'The sign-in provider does not say that your email address is verified. Verify it there, then start again.',
    oidc_domain_not_allowed:
      'Your email address is outside the domains of this organization. Sign in with another account.',
    oidc_no_account: 'Nobody has invited this email address yet. Ask an administrator for an invitation.',
    oidc_deactivated: 'This account is deactivated. Ask an administrator to reactivate it.',
    oidc_failed: 'Signing in did not work. Try again, or choose another way.',
  },
} as const;
