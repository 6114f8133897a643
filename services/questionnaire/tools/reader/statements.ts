/**
 * Takes bodies of evidence apart as the engine does, for training: one JSON line a statement on standard output.
 *
 *   tsx tools/reader/statements.ts FOLDER [FOLDER ...] > statements.jsonl
 */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { splitPassages } from '../../src/answering/finding/passages.js';
import { statementsOf } from '../../src/answering/finding/statements.js';
import { contextOf, searchTextOf } from '../../src/answering/reading/judge-text.js';
import { readDocument } from '../../src/documents/read-document.js';
import { DEFAULT_READ_LIMITS, FileSource } from '../../src/documents/source.js';

const TYPES: Record<string, string> = { md: 'text/markdown', html: 'text/html', txt: 'text/plain', csv: 'text/csv' };

for (const folder of process.argv.slice(2)) {
  for (const file of readdirSync(join(folder, 'evidence')).sort()) {
    const mimeType = TYPES[file.split('.').at(-1)!];
    if (mimeType === undefined) continue;
    const source = FileSource.open(join(folder, 'evidence', file));
    const model = await readDocument(source, { fileName: file, mimeType }, DEFAULT_READ_LIMITS);
    source.close();
    for (const passage of splitPassages(model, file)) {
      const item = { kind: 'passage' as const, id: '', documentId: '', title: file, ...passage };
      for (const statement of statementsOf(item)) {
        const quote = passage.text.slice(statement.span.start, statement.span.end);
        const line = {
          body: basename(folder),
          file,
          quote,
          text: statement.text,
          context: contextOf(statement),
          search: searchTextOf(statement),
        };
        process.stdout.write(`${JSON.stringify(line)}\n`);
      }
    }
  }
}
