/** The address that tokens are good for as it is compared: without a slash at its end. */
export const canonicalResource = (given: string): string =>
  URL.canParse(given) ? new URL(given).href.replace(/(?<!\/)\/$/, '') : given;

/** Whether a client means the address that a person consented to; '' leaves it at that. */
export const isSameResource = (given: string, consented: string): boolean =>
  given === '' || canonicalResource(given) === consented;
