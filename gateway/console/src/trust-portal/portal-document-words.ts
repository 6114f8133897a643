import type { PortalDocument } from '../api/types.js';
import type { Tone } from '../ui/badges.js';
import { t } from '../words/words.js';

export const VISIBILITIES = ['public', 'request', 'nda'] as const satisfies readonly PortalDocument['visibility'][];

export const VISIBILITY_TONES: Readonly<Record<PortalDocument['visibility'], Tone>> = {
  public: 'good',
  request: 'neutral',
  nda: 'attention',
};

/** What the portal takes, with the media types by which it is declared. */
export const PORTAL_FILES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  txt: 'text/plain',
  md: 'text/markdown',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  zip: 'application/zip',
};

export const visibilityChoices = (): (readonly [PortalDocument['visibility'], string])[] =>
  VISIBILITIES.map((one) => [one, t(`portal:document.visibility.${one}`)] as const);
