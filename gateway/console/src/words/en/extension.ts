/** Words of the page that connects the browser extension. */
export const extension = {
  title: 'Connect the browser extension',
  asks: 'The Candor extension in this browser asks to be connected to your account at {{organization}}.',
  may: 'It will ask questions, have the questions of web forms answered, and approve what you accept in a page: as you, {{name}}, and with no more than you may do yourself. Its key can also read, upload, change and delete any questionnaire that you can, so connect only a browser that nobody else uses. The connection lasts 90 days, or until you set a new password; you end it in the extension with “Sign out” or on the page “Your account”, an administrator on the page “API keys”. A sixth extension ends your oldest.',
  onlyIf: 'Connect only if you have just chosen “Connect” in the panel of the extension yourself.',
  connect: 'Connect',
  connected: 'Connected. Go back to the panel of the extension: this tab closes by itself.',
  forPeople:
    'Only a person who is signed in can connect the extension. Sign in as yourself, or paste an API key into the extension.',
  notAsked: 'Nobody asks to be connected here. Open the panel of the extension, and choose “Connect” there.',
} as const;
