import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, invalid } from '@candor/runtime';
import { importLibrary } from '../answering/library-import.js';
import { DocumentError } from '../documents/errors.js';
import type { DeclaredType } from '../documents/source.js';
import { tooLarge } from '../store/files.js';
import type { ImportReport, Library } from './library.js';
import { KNOWLEDGE_TYPES } from './documents.js';

export interface RowReading {
  /** All rows of a workbook's sheets or a CSV, as shown text. */
  rows(path: string, declared: DeclaredType, owner: string): Promise<string[][]>;
}

/** Imports a file of questions and answers into the library. The file is read at once and not kept. */
export class LibraryImport {
  constructor(
    private readonly library: Library,
    private readonly reading: RowReading,
    private readonly maxBytes: number,
  ) {}

  async file(
    organizationId: string,
    file: { name: string; mimeType: string; bytes: AsyncIterable<Uint8Array> },
  ): Promise<ImportReport & { rejected: { row: number; code: string }[] }> {
    const extension = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
    if (extension !== 'csv' && extension !== 'xlsx') {
      throw new AppError('unsupported_type', 'unsupported_file_type', 'Import a .csv or .xlsx file.', {
        errors: [{ path: 'file', message: 'Import a .csv or .xlsx file.' }],
      });
    }
    const rows = await this.read(organizationId, file, {
      fileName: file.name,
      mimeType: KNOWLEDGE_TYPES[extension] ?? '',
    });
    const { entries, rejected } = importLibrary(rows);
    const report = await this.library.import(organizationId, entries);
    return { ...report, rejected };
  }

  private async read(
    organizationId: string,
    { bytes }: { bytes: AsyncIterable<Uint8Array> },
    declared: DeclaredType,
  ): Promise<string[][]> {
    const folder = await mkdtemp(join(tmpdir(), 'candor-'));
    try {
      const path = join(folder, 'import');
      await pipeline(Readable.from(this.bounded(bytes)), createWriteStream(path, { mode: 0o600 }));
      return await this.reading.rows(path, declared, organizationId);
    } catch (error) {
      if (error instanceof DocumentError) throw invalid([{ path: 'file', message: error.message }], error.code);
      throw error;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  private async *bounded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let size = 0;
    for await (const chunk of bytes) {
      size += chunk.byteLength;
      if (size > this.maxBytes) throw tooLarge(this.maxBytes);
      yield chunk;
    }
  }
}
