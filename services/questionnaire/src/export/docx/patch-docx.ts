import type { ReadBudget } from '../../documents/budget.js';
import { DocumentError } from '../../documents/errors.js';
import { Numbering } from '../../documents/docx/numbering.js';
import { TextStyles } from '../../documents/docx/styles.js';
import { OpcPackage } from '../../documents/opc/package.js';
import type { ByteSource } from '../../documents/source.js';
import { partKey } from '../../documents/zip/directory.js';
import { emptyReport, type AnswerToWrite, type ByteSink, type WriteReport } from '../model.js';
import { DeflatedPart } from '../zip/deflated-part.js';
import { rewriteZip } from '../zip/rewrite-zip.js';
import { PartEncoding } from '../xml/part-text.js';
import { XmlTree } from '../xml/xml-tree.js';
import { AnswerPlacer } from './answer-placer.js';
import { DocumentPlaces } from './document-places.js';

/**
 * Writes answers into the main part of a Word document: table cells, content controls, legacy fields, check boxes, lines
 * to write on, and paragraphs behind the questions. Every other part keeps its bytes. Throws `DocumentError`.
 */
export function patchDocx(
  source: ByteSource,
  questions: readonly AnswerToWrite[],
  sink: ByteSink,
  budget: ReadBudget,
): WriteReport {
  const report = emptyReport();
  const opc = OpcPackage.open(source, budget);
  const name = opc.mainPart('word/document.xml');
  const entry = opc.archive.entry(name);
  if (entry === undefined) throw new DocumentError('file_damaged', 'the main part of the document is missing');
  opc.archive.checkAnnounced([name]);
  const bytes = Buffer.concat([...opc.archive.chunks(entry)]);
  const encoding = PartEncoding.of(bytes);
  const tree = new XmlTree(encoding.decode(bytes), encoding);
  const relationships = opc.relationships(name);
  const target = (type: string): string | undefined =>
    relationships.find((relationship) => relationship.type === type && !relationship.external)?.target;
  const styles = TextStyles.read(opc, target('styles'));
  const numbering = Numbering.read(opc, target('numbering'));
  const placer = new AnswerPlacer(tree, new DocumentPlaces(tree, { styles, numbering, budget }), report);
  for (const question of questions) placer.place(question);
  const edits = placer.edits();
  const replaced = new Map<string, DeflatedPart>();
  if (edits.length > 0) {
    const part = new DeflatedPart();
    part.write(encoding.encode(tree.edited(edits)));
    replaced.set(partKey(name), part);
  }
  noteProtection(opc, target('settings'), report);
  rewriteZip(source, replaced, sink);
  return report;
}

/** Word's "restrict editing" says that people may only fill in forms; the file stays restricted. */
function noteProtection(opc: OpcPackage, settings: string | undefined, report: WriteReport): void {
  if (settings === undefined) return;
  const enforced: string[] = [];
  opc.scan(settings, {
    wantsText: false,
    open: (name, tag) => {
      if (name === 'w:documentProtection') enforced.push(tag.attribute('w:enforcement') ?? '');
    },
    text: () => undefined,
    close: () => undefined,
  });
  const isProtected = enforced.some((value) => /^(1|true|on)$/.test(value));
  if (isProtected && report.places.length > 0)
    report.notes.push({
      code: 'protected_document',
      message: 'The document is protected against editing; it was filled in and stays protected.',
    });
}
