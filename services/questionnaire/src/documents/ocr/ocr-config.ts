import { z } from 'zod';
import { missingLanguages } from './language-data.js';
import { DEFAULT_LANGUAGES } from './recognition.js';

/** The variables of OCR, of every process that reads documents. */
export const ocrVariables = {
  /** Languages of scans, by tesseract's codes, the most frequent first: "deu,eng". Each needs its package `@tesseract.js-data/CODE`. */
  CANDOR_OCR_LANGUAGES: z
    .string()
    .default(DEFAULT_LANGUAGES.join(','))
    .transform((list) => list.split(',').map((code) => code.trim()))
    .superRefine((codes, context) => {
      for (const code of missingLanguages(codes))
        context.addIssue({ code: 'custom', message: `the package @tesseract.js-data/${code} is not installed` });
    }),
};
