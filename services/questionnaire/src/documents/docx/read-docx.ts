import type { ReadBudget } from '../budget.js';
import type { DocumentWarning, TextModel } from '../model.js';
import type { OpcPackage } from '../opc/package.js';
import { BodyReader } from './body-reader.js';
import { Numbering } from './numbering.js';
import { TextStyles } from './styles.js';

/**
 * Reads a Word document in its final state: insertions in, deletions out, automatic numbers computed, text boxes after the
 * paragraph that they are anchored in, inner tables after the outer one. Headers, footers, notes and comments are left out.
 */
export function readDocx(opc: OpcPackage, budget: ReadBudget): TextModel {
  const part = opc.mainPart('word/document.xml');
  opc.archive.checkAnnounced([part]);
  const relationships = opc.relationships(part);
  const target = (type: string): string | undefined =>
    relationships.find((relationship) => relationship.type === type && !relationship.external)?.target;
  const styles = TextStyles.read(opc, target('styles'));
  const numbering = Numbering.read(opc, target('numbering'));
  const reader = new BodyReader({ styles, numbering, budget });
  opc.scan(part, reader);
  const warnings: DocumentWarning[] = [];
  if (target('aFChunk') !== undefined) {
    warnings.push({ code: 'embedded_document', message: 'The document embeds another one, whose text was not read.' });
  }
  return { kind: 'text', format: 'docx', blocks: reader.blocks, warnings };
}
