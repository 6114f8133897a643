import { filesIn, type Clock, type FilesEntry, type Finding } from '@candor/runtime';
import type { ReplacedVersionDocument } from '../store/document-versions.js';
import type { Db } from 'mongodb';
import { questionnaireOf } from '../intake/new-questionnaire.js';
import type { FileDocument, QuestionnaireDocument, WorkState } from '../store/documents.js';
import type {
  KnowledgeDocumentDocument,
  KnowledgeStateDocument,
  PassageDocument,
} from '../store/knowledge-documents.js';
import type { ExportDocument } from '../store/review-documents.js';
import { checkDirectory } from './check-directory.js';
import { checkQuestionnaire } from './check-questionnaire.js';

/** Collections whose rows belong to a questionnaire. */
const CHILDREN = [
  ...['questions', 'sheets', 'answer_batches', 'extraction_account', 'processing_logs', 'search_blocks', 'taggings'],
  ...['question_history', 'question_comments', 'exports', 'form_pages'],
];

/** Work that the sweeper should have published again long ago. */
const OVERDUE_MS = 60_000;
/** No lease is longer (see Lease); a later end is a mistake of somebody's clock or code. */
const LONGEST_LEASE_MS = 5 * 60_000;
const OPEN_WRITE_US = 5 * 60 * 1_000_000;
const UPLOAD_US = 7 * 3600 * 1_000_000;

/**
 * Counts everything again and looks for what a crash may have left behind: orphans, lost files, stuck leases, work that does
 * not move, caches that differ from a recount. Reads only; run it on a quiet system, for what is under way looks unfinished.
 * Empty when all is well. `filesDirectory`: where files lie beside an embedded database.
 */
export async function check(db: Db, clock: Clock, filesDirectory?: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  const questionnaires = new Map<string, QuestionnaireDocument>();
  for await (const one of db.collection<QuestionnaireDocument>('questionnaires').find())
    questionnaires.set(one._id, one);
  for (const questionnaire of questionnaires.values()) findings.push(...(await checkQuestionnaire(db, questionnaire)));
  findings.push(
    ...(await stuckWork(db, clock)),
    ...openWrites(questionnaires, clock),
    ...(await orphans(db, questionnaires)),
    ...(await files(db, questionnaires, clock, filesDirectory)),
    ...(await knowledge(db, clock)),
  );
  return findings;
}

async function stuckWork(db: Db, clock: Clock): Promise<Finding[]> {
  const findings: Finding[] = [];
  const now = clock.now();
  for (const collection of ['questionnaires', 'answer_batches', 'knowledge_documents']) {
    const rows = db.collection<WorkState & { _id: string; organizationId: string }>(collection);
    for await (const { _id, organizationId, workJob, workSweepAt, workLeaseUntil } of rows.find({ workOpen: true })) {
      const at = { organizationId, id: _id };
      if (workSweepAt < now - OVERDUE_MS)
        findings.push({ kind: 'stuck_work', ...at, detail: `${workJob} is overdue by ${now - workSweepAt} ms` });
      if (workLeaseUntil > now + LONGEST_LEASE_MS)
        findings.push({ kind: 'stuck_lease', ...at, detail: `${workJob} is held for ${workLeaseUntil - now} ms more` });
    }
  }
  return findings;
}

function openWrites(questionnaires: Map<string, QuestionnaireDocument>, clock: Clock): Finding[] {
  const before = clock.now() * 1000 - OPEN_WRITE_US;
  return [...questionnaires.values()]
    .filter(({ writesOpen, updatedAt }) => writesOpen !== 0 && (writesOpen < 0 || updatedAt < before))
    .map(({ organizationId, _id, writesOpen }) => {
      return { kind: 'open_write', organizationId, id: _id, detail: `${writesOpen} counted writes never ended` };
    });
}

/** Rows of questionnaires that are not there. Those of an upload that broke off go with its file. */
async function orphans(db: Db, questionnaires: Map<string, QuestionnaireDocument>): Promise<Finding[]> {
  const findings: Finding[] = [];
  const uploading = new Set<string>();
  for await (const file of db.collection<FileDocument>('file_owners').find({ state: 'writing' }))
    uploading.add(questionnaireOf(file));
  for (const collection of CHILDREN) {
    const rows = db
      .collection<{ _id: string; organizationId: string; questionnaireId: string }>(collection)
      .find()
      .project<{ _id: string; organizationId: string; questionnaireId: string }>({
        organizationId: 1,
        questionnaireId: 1,
      });
    for await (const { _id, organizationId, questionnaireId } of rows) {
      const parent = questionnaires.get(questionnaireId);
      if (parent?.organizationId === organizationId || (!parent && uploading.has(questionnaireId))) continue;
      const detail = parent ? 'is of another organization than its questionnaire' : 'its questionnaire is gone';
      findings.push({ kind: 'orphan', organizationId, id: `${collection}/${_id}`, detail });
    }
  }
  return findings;
}

async function files(
  db: Db,
  questionnaires: Map<string, QuestionnaireDocument>,
  clock: Clock,
  directory: string | undefined,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  // Bytes, then entries, then owners, which are written the other way round: what is uploaded meanwhile is no orphan.
  const onDisk = directory === undefined ? [] : await filesIn(directory);
  const stored = new Map<string, FilesEntry>();
  for await (const entry of db.collection<FilesEntry>('files.files').find()) stored.set(entry._id, entry);
  const owners = new Map<string, FileDocument>();
  for await (const owner of db.collection<FileDocument>('file_owners').find()) owners.set(owner._id, owner);
  for (const _id of stored.keys())
    if (!owners.has(_id))
      findings.push({ kind: 'orphan_file', organizationId: '', id: _id, detail: 'nobody owns its bytes' });
  findings.push(...(await checkDirectory(directory, onDisk, owners, stored)));
  const needed = new Map<string, string>();
  for (const { fileId, organizationId, deleted } of questionnaires.values())
    if (!deleted) needed.set(fileId, organizationId);
  for await (const { fileId, organizationId, deleted } of db
    .collection<KnowledgeDocumentDocument>('knowledge_documents')
    .find())
    if (!deleted) needed.set(fileId, organizationId);
  for (const [fileId, organizationId] of needed)
    if (!stored.has(fileId) || !owners.has(fileId))
      findings.push({ kind: 'lost_file', organizationId, id: fileId, detail: 'the uploaded file is not stored' });
  const given = new Set<string>();
  for await (const { _id, reportId } of db.collection<ExportDocument>('exports').find()) given.add(_id).add(reportId);
  const oldest = clock.now() * 1000 - UPLOAD_US;
  for (const { _id, organizationId, state, createdAt } of owners.values()) {
    if (state === 'owned' && !needed.has(_id) && !ownedByTombstone(questionnaires, _id))
      findings.push({ kind: 'orphan_file', organizationId, id: _id, detail: 'its owner is gone' });
    if (state !== 'owned' && createdAt < oldest && !given.has(_id))
      findings.push({
        kind: 'orphan_file',
        organizationId,
        id: _id,
        detail: 'its upload or removal broke off and was not swept',
      });
  }
  return findings;
}

const ownedByTombstone = (questionnaires: Map<string, QuestionnaireDocument>, fileId: string): boolean =>
  [...questionnaires.values()].some((one) => one.deleted && one.fileId === fileId);

async function knowledge(db: Db, clock: Clock): Promise<Finding[]> {
  const findings: Finding[] = [];
  const passages = db.collection<PassageDocument>('passages');
  const documents = new Map<string, KnowledgeDocumentDocument>();
  for await (const document of db.collection<KnowledgeDocumentDocument>('knowledge_documents').find()) {
    documents.set(document._id, document);
    const { _id, organizationId, status, passageCount, deleted } = document;
    if (deleted || status !== 'READY') continue;
    const count = await passages.countDocuments({ organizationId, documentId: _id, deleted: false });
    if (count !== passageCount)
      findings.push({ kind: 'wrong_passages', organizationId, id: _id, detail: `${count} instead of ${passageCount}` });
  }
  const live = passages.find({ deleted: false }).project<PassageDocument>({ organizationId: 1, documentId: 1 });
  for await (const { _id, organizationId, documentId } of live)
    if (documents.get(documentId)?.organizationId !== organizationId)
      findings.push({ kind: 'orphan', organizationId, id: `passages/${_id}`, detail: 'its document is gone' });
  const replaced = db.collection<ReplacedVersionDocument>('document_versions').find().project<ReplacedVersionDocument>({
    organizationId: 1,
    documentId: 1,
  });
  for await (const { _id, organizationId, documentId } of replaced)
    if (documents.get(documentId)?.organizationId !== organizationId)
      findings.push({ kind: 'orphan', organizationId, id: `document_versions/${_id}`, detail: 'its document is gone' });
  const crashed = clock.now() * 1000 - 2 * 3600 * 1_000_000;
  for await (const { _id, open } of db.collection<KnowledgeStateDocument>('knowledge_state').find())
    if (open.some(({ at }) => at < crashed))
      findings.push({
        kind: 'open_write',
        organizationId: _id,
        id: _id,
        detail: 'a change of the knowledge never ended',
      });
  return findings;
}
