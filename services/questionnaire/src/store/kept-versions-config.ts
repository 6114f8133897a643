import { wholeNumber } from '@candor/runtime';
import type { VersionBounds } from './document-versions.js';

const MB = 1024 * 1024;

/** The variables of what is kept of replaced versions, of every process that reads documents. */
export const keptVersionsVariables = {
  /** Replaced versions of one document whose text is kept; of older ones name, dates and SHA-256 are. 0: of none. */
  CANDOR_KEPT_VERSIONS: wholeNumber(0, 10_000).default(20),
  /** Text that the replaced versions of one document may have together, in megabytes of 1024 × 1024 bytes. */
  CANDOR_KEPT_VERSIONS_MB: wholeNumber(0, 10_000).default(50),
};

export const keptVersionsOf = (config: {
  CANDOR_KEPT_VERSIONS: number;
  CANDOR_KEPT_VERSIONS_MB: number;
}): VersionBounds => ({ versions: config.CANDOR_KEPT_VERSIONS, bytes: config.CANDOR_KEPT_VERSIONS_MB * MB });
