import { readFile } from 'node:fs/promises';
import { AppError, deterministicId } from '@candor/runtime';
import { DocumentError } from '../documents/errors.js';
import type { Corrections, RefusedCorrection } from '../extraction/said/corrections.js';
import { isLeftOut } from '../jobs/extraction-writer.js';
import { declaredType, type DocumentReading } from '../jobs/reading.js';
import type { QuestionnaireDocument } from '../store/documents.js';
import type { FileStore } from '../store/files.js';
import type { FoundQuestion } from './difference.js';

/** What an extraction with corrections would find. */
export interface TrialReading {
  found: FoundQuestion[];
  refused: RefusedCorrection[];
}

/** Extracts a questionnaire's document with corrections, and stores nothing. */
export async function tryReading(
  { files, reading }: { files: FileStore; reading: DocumentReading },
  questionnaire: QuestionnaireDocument,
  corrections: Corrections,
): Promise<TrialReading> {
  const { organizationId, _id, fileId, file } = questionnaire;
  const copy = await files.localCopy(organizationId, fileId);
  const trial: TrialReading = { found: [], refused: [] };
  let sheetId = '';
  try {
    const pieces = file
      ? reading.extract(copy.path, declaredType(questionnaire), corrections, organizationId)
      : reading.extractText(await readFile(copy.path, 'utf8'), corrections, organizationId);
    for await (const piece of pieces) {
      if (piece.kind === 'sheet') sheetId = deterministicId(_id, 'sheet', String(piece.index));
      else if (piece.kind === 'outline') trial.refused = piece.refused;
      else if (piece.kind === 'questions')
        for (const question of piece.questions) {
          if (isLeftOut(question, questionnaire)) continue;
          const { key, text, section, location, answerLocation, optionLocations } = question;
          const id = deterministicId(_id, 'question', key);
          trial.found.push({ _id: id, key, sheetId, text, section, location, answerLocation, optionLocations });
        }
    }
  } catch (error) {
    if (error instanceof DocumentError) throw new AppError('conflict', error.code, error.message);
    throw error;
  } finally {
    await copy.remove();
  }
  return trial;
}
