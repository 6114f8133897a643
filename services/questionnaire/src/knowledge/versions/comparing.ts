import { AppError } from '@candor/runtime';
import { differenceOf, type Difference } from './difference.js';
import { Units, type Unit } from './units.js';
import type { DocumentVersions } from './versions.js';

/** Sentences and rows of one version that are compared: about a thousand pages. */
const MOST_UNITS = 20_000;
const PAGE = 500;

export interface Comparison {
  /** A page of them. */
  differences: Difference[];
  /** Of all pages. */
  total: number;
  counts: Record<Difference['kind'], number>;
}

/** Compares two versions of a document by sentences and rows of tables. */
export class ComparingVersions {
  constructor(private readonly versions: Pick<DocumentVersions, 'read'>) {}

  /** What `version` says otherwise than `against` (0: the one before); with `withKept` also what both say. Throws "versions_too_large". */
  async compare(
    organizationId: string,
    documentId: string,
    { version, against, withKept }: { version: number; against: number; withKept: boolean },
    { limit, offset }: { limit: number; offset: number },
  ): Promise<Comparison> {
    const after = await this.units(organizationId, documentId, version);
    const before = await this.units(organizationId, documentId, against === 0 ? version - 1 : against);
    const all = await differenceOf(before, after);
    const counts = { kept: 0, added: 0, removed: 0, changed: 0 };
    for (const { kind } of all) counts[kind]++;
    const shown = withKept ? all : all.filter(({ kind }) => kind !== 'kept');
    return { differences: shown.slice(offset, offset + limit), total: shown.length, counts };
  }

  private async units(organizationId: string, documentId: string, version: number): Promise<Unit[]> {
    let units: Units | undefined;
    for (let offset = 0; ;) {
      const read = await this.versions.read(organizationId, documentId, version, { limit: PAGE, offset });
      units ??= new Units(read.version.mimeType);
      for (const passage of read.passages) units.add(passage);
      if (units.all.length > MOST_UNITS) throw tooLarge(version);
      offset += read.passages.length;
      if (read.passages.length === 0 || offset >= read.total) return units.all;
    }
  }
}

const tooLarge = (version: number): AppError =>
  new AppError(
    'too_large',
    'versions_too_large',
    `Version ${version} has more than ${MOST_UNITS.toLocaleString('en')} sentences and rows, too many to compare. Read the texts of both versions instead.`,
  );
