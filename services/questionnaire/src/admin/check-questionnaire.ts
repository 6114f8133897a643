import type { Finding } from '@candor/runtime';
import type { Db } from 'mongodb';
import { countsOf, type CountedGroup, type QuestionCounts } from '../domain/statistics.js';
import { isProcessing } from '../domain/status.js';
import { accountGaps } from '../extraction/account-gaps.js';
import type { AccountEntry } from '../extraction/result.js';
import type {
  AccountChunkDocument,
  QuestionDocument,
  QuestionnaireDocument,
  SheetDocument,
} from '../store/documents.js';
import { emptyCoverage } from '../store/records.js';
import { BLOCK_SIZE, readBlock, wordsOf } from '../search/block-words.js';
import { SearchBlockStore } from '../store/search-blocks.js';

const ANSWERED = new Set(['ANSWERING_COMPLETED', 'READY_FOR_APPROVAL', 'COMPLETED']);

/** One questionnaire against its own rows: each question once and in its place, counts, account and search words as stored. */
export async function checkQuestionnaire(db: Db, questionnaire: QuestionnaireDocument): Promise<Finding[]> {
  const { organizationId, _id, status, deleted } = questionnaire;
  const findings: Finding[] = [];
  const say = (kind: string, detail: string): void => void findings.push({ kind, organizationId, id: _id, detail });
  if (deleted) {
    if (!questionnaire.workOpen) say('stalled', 'it is deleted and nobody removes it');
    return findings;
  }
  if (questionnaire.processing !== isProcessing(status)) say('wrong_flag', `processing differs from ${status}`);
  if (questionnaire.processing && !questionnaire.workOpen) say('stalled', `${status}, and no work is open`);
  if (!ANSWERED.has(status)) return findings;

  const own = { organizationId, questionnaireId: _id };
  const questions = await db.collection<QuestionDocument>('questions').find(own).sort({ position: 1 }).toArray();
  const sheets = await db.collection<SheetDocument>('sheets').find(own).toArray();
  if (questions.some(({ position }, i) => position !== i))
    say('doubled_questions', 'their positions are not 0, 1, 2, …');
  for (const { _id: sheetId, questionCount } of sheets) {
    const count = questions.filter((question) => question.sheetId === sheetId).length;
    if (count !== questionCount)
      say('wrong_sheet', `sheet ${sheetId} has ${count} questions instead of ${questionCount}`);
  }
  const open = questions.filter((question) => question.answerStatus === 'UNANSWERED').length;
  if (open > 0 && status === 'ANSWERING_COMPLETED' && questions.every((question) => question.answerRevision === 0))
    say('unanswered', `${open} questions were passed over`);
  if (questionnaire.openBatches.length > 0) say('open_batches', `${questionnaire.openBatches.length} are still open`);

  const coverage = emptyCoverage();
  const booked: (AccountEntry & { sheet: string })[] = [];
  for await (const { sheetId, counts, entries } of db
    .collection<AccountChunkDocument>('extraction_account')
    .find(own)) {
    for (const [name, count] of Object.entries(counts)) coverage[name as keyof typeof coverage] += count;
    for (const entry of entries) if (entry.class === 'question') booked.push({ ...entry, sheet: sheetId });
  }
  const { lost, idle } = accountGaps(
    questions.map(({ sheetId, location }) => ({ sheet: sheetId, location })),
    booked,
  );
  if (lost.length > 0 || idle.length > 0)
    say('wrong_coverage', `${lost.length} questions are not in the account, ${idle.length} of its places ask nothing`);
  if (JSON.stringify(sorted(coverage)) !== JSON.stringify(sorted(questionnaire.coverage)))
    say('wrong_coverage', `the account has ${JSON.stringify(coverage)}`);

  const { counts, revision, writesOpen } = questionnaire;
  if (counts?.revision === revision && writesOpen === 0) {
    const recount = countsOf(groups(questions));
    if (JSON.stringify(recount) !== JSON.stringify(counts.all satisfies QuestionCounts))
      say('wrong_counts', `stored ${JSON.stringify(counts.all)}, counted ${JSON.stringify(recount)}`);
  }
  // An open write is repaired with its search words when it is settled.
  if (writesOpen === 0) await searchWords(db, own, questions, say);
  return findings;
}

async function searchWords(
  db: Db,
  own: { organizationId: string; questionnaireId: string },
  questions: QuestionDocument[],
  say: (kind: string, detail: string) => void,
): Promise<void> {
  const blocks = await new SearchBlockStore(db).blocks(own.organizationId, own.questionnaireId);
  for (let from = 0; from < questions.length; from += BLOCK_SIZE) {
    const stored = readBlock(blocks.get(from / BLOCK_SIZE) ?? '');
    const missing = questions
      .slice(from, from + BLOCK_SIZE)
      .flatMap(({ text, answer }, n) =>
        [...wordsOf(text), ...wordsOf(answer)].filter((word) => !stored.get(word)?.has(n)),
      );
    if (missing.length > 0)
      say('stale_search', `${missing.length} words of block ${from / BLOCK_SIZE} cannot be found`);
  }
}

const groups = (questions: QuestionDocument[]): CountedGroup[] =>
  questions.map(({ answerStatus, approved }) => ({ answerStatus, approved, count: 1 }));

const sorted = (counts: Record<string, number>): [string, number][] =>
  Object.entries(counts).sort(([a], [b]) => a.localeCompare(b));
