import { rewriteRows, type Clock, type Migration } from '@candor/runtime';
import { nameKey } from '@candor/runtime/text';
import type { Db } from 'mongodb';
import { refolded } from '../search/block-words.js';
import type { QuestionnaireDocument, SearchChapterDocument, TagDocument } from './documents.js';
import type { LibraryAnswerDocument } from './knowledge-documents.js';
import { LEDGER_DUE } from './ledger-marks.js';
import { libraryKeys } from './library.js';

/** What newer releases made of this service's data. Steps are only ever added. */
export const migrations = (clock: Clock): Migration[] => [
  {
    version: 1,
    name: 'open work says since when, and for which version of its job',
    run: async (db) => {
      for (const collection of ['questionnaires', 'answer_batches', 'knowledge_documents'])
        await db
          .collection(collection)
          .updateMany(
            { workOpen: true, workVersion: { $exists: false } },
            { $set: { workSince: clock.now(), workVersion: 1 } },
          );
    },
  },
  { version: 2, name: 'keys of names and texts are folded by one rule', run: foldKeys },
  {
    version: 3,
    name: 'questionnaires are found by the digest of their file',
    run: (db) =>
      rewriteRows(db.collection<QuestionnaireDocument>('questionnaires'), {
        reads: ['file', 'fileDigest'],
        // Of a deleted one only its id is left.
        change: ({ file }: Partial<QuestionnaireDocument>) =>
          file === undefined ? {} : { fileDigest: file?.sha256 ?? '' },
      }),
  },
  {
    version: 4,
    name: 'what customers were told before is taken into the ledger',
    run: async (db) => {
      await db.collection('questionnaires').updateMany({ status: 'COMPLETED' }, { $set: LEDGER_DUE });
    },
  },
];

/** Chapters of words are long. */
const CHAPTERS_AT_ONCE = 20;

/** "ß" as "ss", ligatures as letters, blanks single: what was stored under other keys would not be found. */
async function foldKeys(db: Db): Promise<void> {
  // Of two tags that have one key now, the second keeps its own, which no new tag can have; it can be renamed.
  await rewriteRows(db.collection<TagDocument>('tags'), {
    reads: ['name', 'nameKey'],
    change: ({ name }) => ({ nameKey: nameKey(name) }),
  });
  await rewriteRows(db.collection<QuestionnaireDocument>('questionnaires'), {
    reads: ['title', 'titleFolded', 'companyName', 'companyFolded'],
    // Of a deleted one only its id is left.
    change: ({ title, companyName }: Partial<QuestionnaireDocument>) => ({
      ...(title === undefined ? {} : { titleFolded: nameKey(title) }),
      ...(companyName === undefined ? {} : { companyFolded: nameKey(companyName) }),
    }),
  });
  await rewriteRows(db.collection<LibraryAnswerDocument>('library_answers'), {
    reads: ['question', 'answer', 'questionKey', 'answerKey', 'searchText'],
    change: ({ question, answer }: Partial<LibraryAnswerDocument>) =>
      question === undefined || answer === undefined ? {} : libraryKeys(question, answer),
  });
  await rewriteRows(db.collection<SearchChapterDocument>('search_blocks'), {
    reads: ['words'],
    atOnce: CHAPTERS_AT_ONCE,
    // What releases up to 0.1 wrote is a text, which the sweeper converts.
    change: ({ words }: { words: string[] | string }) =>
      typeof words === 'string' ? {} : Object.fromEntries(words.map((block, n) => [`words.${n}`, refolded(block)])),
  });
}
