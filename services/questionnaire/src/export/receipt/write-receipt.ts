import { readDocument } from '../../documents/read-document.js';
import type { ByteSource, DeclaredType, ReadLimits } from '../../documents/source.js';
import { readPastedText } from '../../documents/text/read-plain.js';
import type { ExportOutcome } from '../export-document.js';
import { PLACE_NOTES, SKIP_REASONS, type ByteSink } from '../model.js';
import { compareParts, hashParts, hashSource } from './part-hashes.js';
import { placeReader, type PlaceReader } from './place-reader.js';

export interface ReceiptRequest {
  questionnaireId: string;
  format: string;
  /** Name of the exported file. */
  fileName: string;
  /** Null for pasted text. */
  declared: DeclaredType | null;
  /** What the writer said it did. */
  outcome: ExportOutcome;
}

/**
 * Proves an export: reads both files again and says of every place what stood there before and what stands there now, and of
 * every part of the package whether it changed. The writer's account only says where to look. The receipt is JSON in the names
 * of the public API, written as it is made.
 */
export async function writeReceipt(
  request: ReceiptRequest,
  original: ByteSource,
  exported: ByteSource,
  sink: ByteSink,
  limits: ReadLimits,
): Promise<void> {
  const { outcome, declared } = request;
  const { report } = outcome;
  const write = (text: string): void => sink.write(Buffer.from(text, 'utf8'));
  const isList = request.format !== 'original';
  const parts =
    isList || outcome.generated ? [] : compareParts(hashParts(original, limits), hashParts(exported, limits));
  const before = isList || outcome.generated ? undefined : await reader(original, declared, limits);
  const after = isList
    ? undefined
    : await reader(exported, { fileName: `export${outcome.extension}`, mimeType: '' }, limits);
  const head = {
    questionnaire_id: request.questionnaireId,
    format: request.format,
    file_name: request.fileName,
    mime_type: outcome.mimeType,
    generated: outcome.generated,
    generated_because: outcome.generatedBecause === '' ? null : outcome.generatedBecause,
    original: declared === null ? null : { name: declared.fileName, size: original.size, sha256: hashSource(original) },
    exported: { size: exported.size, sha256: hashSource(exported) },
    notes: report.notes,
  };
  write(`${JSON.stringify(head).slice(0, -1)},"written":[`);
  let matching = 0;
  report.places.forEach((place, i) => {
    const found = after?.holding(place.location, place.text);
    const matches = found !== undefined;
    if (matches) matching++;
    const line = {
      question_id: place.questionId === '' ? null : place.questionId,
      kind: place.kind,
      location: place.location,
      before: before?.textAt(place.location) ?? null,
      after: found ?? after?.textAt(place.location) ?? '',
      matches,
      note: place.note === undefined ? null : { code: place.note, message: PLACE_NOTES[place.note] },
    };
    write(`${i === 0 ? '\n' : ',\n'}${JSON.stringify(line)}`);
  });
  const skipped = report.skipped.map(({ questionId, kind, location, reason }) => ({
    question_id: questionId,
    kind,
    location,
    code: reason,
    message: SKIP_REASONS[reason],
  }));
  const changed = parts.filter((part) => !part.identical).map((part) => part.name);
  const summary = {
    written: report.places.length,
    matching,
    skipped: skipped.length,
    parts: parts.length,
    identical_parts: parts.length - changed.length,
    changed_parts: changed,
  };
  write(
    `\n],"skipped":${JSON.stringify(skipped)},"parts":${JSON.stringify(parts)},"summary":${JSON.stringify(summary)}}\n`,
  );
}

async function reader(source: ByteSource, declared: DeclaredType | null, limits: ReadLimits): Promise<PlaceReader> {
  if (declared !== null) return placeReader(await readDocument(source, declared, limits));
  return placeReader(readPastedText(Buffer.from(source.read(0, source.size)).toString('utf8')));
}
