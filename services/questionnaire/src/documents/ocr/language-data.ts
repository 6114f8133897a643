import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';

/** Unpacked, the largest language has 30 MB. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Where an installed language lies; undefined when its package is not installed. */
function languageFile(code: string): string | undefined {
  if (!/^[a-z]{3}(?:_[a-z]+)*$/i.test(code)) return undefined;
  try {
    return createRequire(import.meta.url).resolve(`@tesseract.js-data/${code}/4.0.0_best_int/${code}.traineddata.gz`);
  } catch {
    return undefined;
  }
}

/** Those of the languages whose packages are not installed. */
export function missingLanguages(codes: readonly string[]): string[] {
  return codes.filter((code) => languageFile(code) === undefined);
}

/** The data of a language from its package on this machine. */
export function loadLanguage(code: string): Uint8Array {
  const file = languageFile(code);
  if (file === undefined) throw new Error(`the package @tesseract.js-data/${code} is not installed`);
  return gunzipSync(readFileSync(file), { maxOutputLength: MOST_BYTES });
}
