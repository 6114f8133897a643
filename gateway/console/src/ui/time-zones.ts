/** Those that the browser knows, with the chosen one and UTC, which it may call otherwise; for a field to choose from. */
export const timeZones = (chosen: string): [string, string][] =>
  [...new Set([chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')])].map((one) => [one, one.replaceAll('_', ' ')]);
