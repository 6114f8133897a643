import type { ReadBudget } from '../budget.js';
import { DocumentError } from '../errors.js';
import type { ByteSource } from '../source.js';
import { scanXml } from '../xml/decode.js';
import type { XmlHandler } from '../xml/scanner.js';
import { ZipArchive } from '../zip/zip-archive.js';

export interface Relationship {
  id: string;
  /** Last segment of the type URI ("worksheet", "sharedStrings"): the same in transitional and strict OOXML. */
  type: string;
  /** Name of the target part from the root of the package; an external target as written. */
  target: string;
  external: boolean;
}

/** An Open Packaging Conventions package: parts that are found by relationships, never by guessed names. */
export class OpcPackage {
  private constructor(readonly archive: ZipArchive) {}

  static open(source: ByteSource, budget: ReadBudget): OpcPackage {
    return new OpcPackage(ZipArchive.open(source, budget));
  }

  has(part: string): boolean {
    return this.archive.entry(part) !== undefined;
  }

  /** Scans an XML part; false when the package has no such part. */
  scan(part: string, handler: XmlHandler): boolean {
    const entry = this.archive.entry(part);
    if (entry === undefined) return false;
    scanXml(this.archive.chunks(entry), handler);
    return true;
  }

  /** Relationships of a part; of the package itself for ''. */
  relationships(part: string): Relationship[] {
    const slash = part.lastIndexOf('/');
    const folder = part.slice(0, slash + 1);
    const found: Relationship[] = [];
    this.scan(`${folder}_rels/${part.slice(slash + 1)}.rels`, {
      wantsText: false,
      open: (name, tag) => {
        if (name !== 'Relationship') return;
        const target = tag.attribute('Target') ?? '';
        const external = tag.attribute('TargetMode') === 'External';
        found.push({
          id: tag.attribute('Id') ?? '',
          type: (tag.attribute('Type') ?? '').replace(/^.*\//, ''),
          target: external ? target : resolvePart(folder, target),
          external,
        });
      },
      text: () => undefined,
      close: () => undefined,
    });
    return found;
  }

  /** Name of the main part of the document; falls back to its usual name when the relationships are lost. */
  mainPart(usualName: string): string {
    const main = this.relationships('').find((relationship) => relationship.type === 'officeDocument');
    if (main !== undefined && this.has(main.target)) return main.target;
    if (this.has(usualName)) return usualName;
    throw new DocumentError('file_damaged', 'the main part of the document is missing');
  }
}

/** Resolves a relationship target against the folder of its source part. */
export function resolvePart(folder: string, target: string): string {
  const decoded = target.replaceAll('\\', '/').replace(/%20/g, ' ');
  const segments = decoded.startsWith('/') ? [] : folder.split('/').filter((segment) => segment !== '');
  for (const segment of decoded.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}
