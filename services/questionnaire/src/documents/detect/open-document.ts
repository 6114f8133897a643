import { DocumentError } from '../errors.js';
import type { OpcPackage } from '../opc/package.js';
import type { Found } from './detect-format.js';

const MOST_TYPE_BYTES = 200;
const KINDS: [RegExp, Found][] = [
  [/\.spreadsheet(?:-template)?$/, { format: 'ods' }],
  [/\.text(?:-\w+)?$/, { other: 'an OpenDocument text (.odt)' }],
  [/\.presentation(?:-template)?$/, { other: 'an OpenDocument presentation (.odp)' }],
];

/** What an OpenDocument package says that it is: its part "mimetype", else its manifest. Throws `password_protected`. */
export function lookIntoOpenDocument(opc: OpcPackage): Found {
  const manifest = readManifest(opc);
  if (manifest.encrypted) throw new DocumentError('password_protected');
  const type = statedType(opc) ?? manifest.type ?? '';
  return KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? { other: 'an OpenDocument file' };
}

function statedType(opc: OpcPackage): string | undefined {
  const entry = opc.archive.entry('mimetype');
  if (entry === undefined || entry.compressedSize === 0) return undefined;
  for (const bytes of opc.archive.chunks(entry))
    return Buffer.from(bytes.subarray(0, MOST_TYPE_BYTES)).toString('latin1').trim();
  return undefined;
}

/** The package's own type, and whether a part is encrypted. */
function readManifest(opc: OpcPackage): { type: string | undefined; encrypted: boolean } {
  const found: { type: string | undefined; encrypted: boolean } = { type: undefined, encrypted: false };
  opc.scan('META-INF/manifest.xml', {
    wantsText: false,
    open: (name, tag) => {
      if (name === 'manifest:encryption-data') found.encrypted = true;
      else if (name === 'manifest:file-entry' && tag.attribute('manifest:full-path') === '/')
        found.type = tag.attribute('manifest:media-type');
    },
    text: () => undefined,
    close: () => undefined,
  });
  return found;
}
