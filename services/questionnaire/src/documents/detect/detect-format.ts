import type { ReadBudget } from '../budget.js';
import { DocumentError } from '../errors.js';
import { OpcPackage } from '../opc/package.js';
import type { ByteSource, DeclaredType } from '../source.js';
import { decodeText, isText } from '../text/encoding.js';
import { compoundFileNames, isCompoundFile } from './compound-file.js';
import { lookIntoOpenDocument } from './open-document.js';
import { declaredFormat, TEXT_FORMATS, type DocumentFormat } from './formats.js';

/** What the bytes are: a format that can be read, or public words for something else. */
export type Found = { format: DocumentFormat } | { text: true } | { other: string };

const HEAD_BYTES = 4_100;

/**
 * Detects the format by bytes and holds it against the declared one. Throws `file_empty`, `file_damaged`,
 * `password_protected` or `type_mismatch`, with what was found in the detail.
 */
export async function detectFormat(
  source: ByteSource,
  declared: DeclaredType,
  budget: ReadBudget,
): Promise<DocumentFormat> {
  if (source.size === 0) throw new DocumentError('file_empty');
  const wanted = declaredFormat(declared);
  const found = await look(source, source.read(0, HEAD_BYTES), budget);
  if ('format' in found) {
    if (wanted === undefined || sameKind(wanted, found.format)) return found.format;
    throw mismatch(`${found.format === 'ods' ? 'an' : 'a'} ${NAMES[found.format]}`, wanted);
  }
  if ('text' in found) {
    if (wanted !== undefined && TEXT_FORMATS.has(wanted)) return wanted;
    throw mismatch('plain text', wanted);
  }
  throw mismatch(found.other, wanted);
}

const NAMES: Record<DocumentFormat, string> = {
  xlsx: 'workbook (.xlsx)',
  xlsm: 'workbook with macros (.xlsm)',
  xls: 'workbook of Excel 97-2003 (.xls)',
  ods: 'OpenDocument spreadsheet (.ods)',
  csv: 'CSV file',
  docx: 'Word document (.docx)',
  pdf: 'PDF',
  md: 'Markdown file',
  txt: 'text file',
  html: 'web page (HTML)',
  png: 'PNG picture',
  jpeg: 'JPEG picture',
};

function mismatch(found: string, wanted: DocumentFormat | undefined): DocumentError {
  return new DocumentError(
    'type_mismatch',
    `found ${found}, declared as ${wanted === undefined ? 'an unknown type' : `.${wanted}`}`,
  );
}

/** Whether macros are present or not does not matter for reading, and the two extensions are often exchanged. */
function sameKind(wanted: DocumentFormat, found: DocumentFormat): boolean {
  if (wanted === found) return true;
  if (found === 'html') return wanted === 'md' || wanted === 'txt';
  return (wanted === 'xlsx' && found === 'xlsm') || (wanted === 'xlsm' && found === 'xlsx');
}

async function look(source: ByteSource, head: Uint8Array, budget: ReadBudget): Promise<Found> {
  const start = Buffer.from(head).toString('latin1');
  if (/^PK(?:\x03\x04|\x05\x06|\x07\x08)/.test(start)) return lookIntoZip(source, budget);
  if (isCompoundFile(head)) return lookIntoCompoundFile(source);
  if (isPdf(start)) return { format: 'pdf' };
  // BIFF 2 to 5 without a container: a BOF record of a worksheet or workbook, version in the high byte.
  if (/^\x09[\x00\x02\x04\x08][\x04-\x10]\x00/.test(start)) return { format: 'xls' };
  if (start.startsWith('{\\rtf')) return { other: 'an RTF document' };
  if (isText(head)) return lookIntoText(head);
  const { fileTypeFromBuffer } = await import('file-type');
  const type = await fileTypeFromBuffer(head);
  if (type?.mime === 'image/png') return { format: 'png' };
  if (type?.mime === 'image/jpeg') return { format: 'jpeg' };
  if (type !== undefined) return { other: `a file of type ${type.mime}` };
  throw new DocumentError('file_damaged', 'the content is of no known type');
}

/** Readers look for the header in the first 1,024 bytes; files that lost it still begin with an object after comments. */
function isPdf(start: string): boolean {
  return start.slice(0, 1024).includes('%PDF-') || /^\s*(?:%[^\r\n]*[\r\n]\s*)*\d+\s+\d+\s+obj\s*<</.test(start);
}

function lookIntoText(head: Uint8Array): Found {
  const text = decodeText(head).text.trimStart().slice(0, 500).toLowerCase();
  if (/^(?:<!doctype html|<html[\s>])/.test(text)) return { format: 'html' };
  if (/^<\?xml/.test(text)) return /<html[\s>]/.test(text) ? { format: 'html' } : { other: 'an XML file' };
  return { text: true };
}

function lookIntoZip(source: ByteSource, budget: ReadBudget): Found {
  const opc = OpcPackage.open(source, budget);
  if (opc.archive.entries.size === 0) throw new DocumentError('file_damaged', 'the package is empty');
  if (!opc.has('[Content_Types].xml')) {
    if (opc.has('mimetype') || opc.has('META-INF/manifest.xml')) return lookIntoOpenDocument(opc);
    throwIfEncrypted(opc);
    return { other: 'a zip archive' };
  }
  const types = mainContentTypes(opc);
  if (types.some((type) => /wordprocessingml|ms-word\.(?:document|template)/.test(type))) return { format: 'docx' };
  if (types.some((type) => /ms-excel\.sheet\.binary/.test(type))) return { other: 'a binary workbook (.xlsb)' };
  if (types.some((type) => /ms-excel\.(?:sheet|template|addin)\.macroenabled/.test(type))) return { format: 'xlsm' };
  if (types.some((type) => /spreadsheetml\.(?:sheet|template)/.test(type))) return { format: 'xlsx' };
  if (types.some((type) => /presentationml|ms-powerpoint/.test(type))) return { other: 'a presentation' };
  if (opc.has('xl/workbook.xml')) return { format: 'xlsx' };
  if (opc.has('word/document.xml')) return { format: 'docx' };
  return { other: 'a package of an unknown kind' };
}

function throwIfEncrypted(opc: OpcPackage): void {
  for (const entry of opc.archive.entries.values()) if (entry.encrypted) throw new DocumentError('password_protected');
}

/**
 * The content type of the main part, lower case: its own entry, else that of its extension. What the other defaults say is
 * said of no part. Without a main part that the relationships name, all entries for main parts.
 */
function mainContentTypes(opc: OpcPackage): string[] {
  const main = opc
    .relationships('')
    .find(({ type }) => type === 'officeDocument')
    ?.target.toLowerCase();
  const types: string[] = [];
  let own: string | undefined;
  let ofExtension: string | undefined;
  opc.scan('[Content_Types].xml', {
    wantsText: false,
    open: (_, tag) => {
      const type = (tag.attribute('ContentType') ?? '').toLowerCase();
      const part = tag.attribute('PartName')?.toLowerCase();
      const extension = tag.attribute('Extension')?.toLowerCase();
      if (main !== undefined && part === `/${main}`) own = type;
      if (main !== undefined && extension !== undefined && main.endsWith(`.${extension}`)) ofExtension = type;
      if (part !== undefined && /\.main(?:\+xml)?$/.test(type)) types.push(type);
    },
    text: () => undefined,
    close: () => undefined,
  });
  const found = own ?? ofExtension;
  return found === undefined || !/\.main(?:\+xml)?$/.test(found) ? types : [found];
}

function lookIntoCompoundFile(source: ByteSource): Found {
  const names = compoundFileNames(source);
  if (names.includes('EncryptedPackage')) throw new DocumentError('password_protected');
  if (names.includes('Workbook') || names.includes('Book')) return { format: 'xls' };
  if (names.includes('WordDocument')) return { other: 'a document of Word 97-2003 (.doc)' };
  if (names.includes('PowerPoint Document')) return { other: 'a presentation of PowerPoint 97-2003' };
  throw new DocumentError('file_damaged', 'a compound file without a known document');
}
