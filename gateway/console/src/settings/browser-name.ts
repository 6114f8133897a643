/** The first that is named in what a browser says of itself: others say the words of those before them, too. */
const BROWSERS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** "Firefox, Windows" of what a browser says that it is; '' when it is none that is known. */
export function browserName(userAgent: string): string {
  const named = [BROWSERS, SYSTEMS].map((marks) => marks.find(([mark]) => mark.test(userAgent))?.[1]);
  return named.filter((name) => name !== undefined).join(', ');
}
