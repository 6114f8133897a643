import { deterministicId } from '@candor/runtime';
import { fold } from '@candor/runtime/text';
import { withoutMarkup } from '@candor/runtime/plain-text';
import type { EvidenceItem } from '../answering/types.js';
import { libraryAnswers } from '../review/approval-completion.js';
import type { BacktestPartDocument, PastEvidenceCounts, Undated } from '../store/backtest-documents.js';
import type { LibraryAnswerDocument, PassageDocument } from '../store/knowledge-documents.js';
import { libraryEvidence, passageEvidence, type KnowledgeDelta } from '../store/knowledge.js';
import { textKey } from '../store/library.js';
import type { DatedDocument, PastKnowledge, SentQuestionnaire } from '../store/past-knowledge.js';
import { ownDateOf } from './document-dates.js';

/** Which questionnaire is answered as if it were new, and what is known of the others. */
export type PastCut = Pick<BacktestPartDocument, 'questionnaireId' | 'customer' | 'cameAt' | 'toldAt'> & {
  undated: Undated;
  /** When answers were sent, by questionnaire, where it is not when they were completed here. */
  toldAtOf: ReadonlyMap<string, number>;
};

/** What could be known when a questionnaire came. */
export interface PastEvidence {
  /** Everything, in chunks; may be read more than once. */
  load: () => AsyncGenerator<KnowledgeDelta>;
  /** Complete when all has been read. */
  counts: PastEvidenceCounts;
  /** Answers that were sent before, as evidence: id → where it was sent. */
  earlier: ReadonlyMap<string, { questionnaireId: string; title: string }>;
}

/** Passages in which a document tells its date. */
const OPENING = 3;
const IN_CHUNK = 500;

interface Earlier {
  item: EvidenceItem & { kind: 'library' };
  toldAt: number;
  questionnaire: SentQuestionnaire;
}

/**
 * Evidence as of a questionnaire: documents that hold by then, library answers whose text stood before it came, and the answers
 * of questionnaires that were sent before. Nothing of this questionnaire, of its duplicates, or of a later one.
 */
export async function pastEvidence(past: PastKnowledge, organizationId: string, cut: PastCut): Promise<PastEvidence> {
  const sent = await past.sent(organizationId);
  const toldAt = ({ _id, completedAt }: SentQuestionnaire): number => cut.toldAtOf.get(_id) ?? completedAt;
  const duplicates = await duplicatesOf(past, organizationId, cut, sent);
  const before = sent.filter(
    (one) => one._id !== cut.questionnaireId && !duplicates.has(one._id) && toldAt(one) < cut.toldAt,
  );
  const isBefore = new Set(before.map(({ _id }) => _id));
  const refused = new Set(sent.map(({ _id }) => _id).filter((id) => !isBefore.has(id)));
  const earlier = await toldBefore(past, organizationId, before, toldAt);
  const laterFiles = new Set(
    sent.flatMap(({ _id, fileDigest }) => (refused.has(_id) && fileDigest !== '' ? [fileDigest] : [])),
  );
  const { documents, counts } = await documentsBefore(past, organizationId, cut, laterFiles);
  counts.duplicates = duplicates.size;
  const { laterDocuments } = counts;
  return {
    counts,
    earlier: new Map(
      [...earlier.values()].map(({ item, questionnaire: { _id, title } }) => [
        item.id,
        { questionnaireId: _id, title },
      ]),
    ),
    load: () => evidence(past, organizationId, { ...cut, refused, earlier, documents, laterDocuments, counts }),
  };
}

/** The same questionnaire under other ids: one of the same customer, or of none named, that has every answer of this one. */
async function duplicatesOf(
  past: PastKnowledge,
  organizationId: string,
  { questionnaireId, customer }: PastCut,
  sent: readonly SentQuestionnaire[],
): Promise<Set<string>> {
  const answersOf = async (id: string): Promise<Set<string>> =>
    new Set((await past.toldBy(organizationId, id)).map(({ text, answer }) => `${textKey(text)}\n${textKey(answer)}`));
  const mine = await answersOf(questionnaireId);
  const found = new Set<string>();
  for (const { _id, companyName } of sent) {
    const couldBe = companyName === '' || customer === '' || fold(companyName) === fold(customer);
    if (_id === questionnaireId || mine.size === 0 || !couldBe) continue;
    const theirs = await answersOf(_id);
    if ([...mine].every((answer) => theirs.has(answer))) found.add(_id);
  }
  return found;
}

/** The last answer that was sent to each question, by its words. */
async function toldBefore(
  past: PastKnowledge,
  organizationId: string,
  before: readonly SentQuestionnaire[],
  toldAt: (questionnaire: SentQuestionnaire) => number,
): Promise<Map<string, Earlier>> {
  const earlier = new Map<string, Earlier>();
  for (const questionnaire of [...before].sort((a, b) => toldAt(a) - toldAt(b))) {
    const told = await past.toldBy(organizationId, questionnaire._id);
    const applying = told.filter(({ answerStatus }) => answerStatus !== 'NOT_APPLICABLE');
    for (const { question, answer } of libraryAnswers(applying)) {
      const key = textKey(question);
      const at = toldAt(questionnaire);
      const item = {
        kind: 'library' as const,
        id: deterministicId(questionnaire._id, 'told', key),
        approved: true as const,
        question: withoutMarkup(question),
        answer: withoutMarkup(answer),
        tags: [],
        expiresAt: 0,
        verifiedAt: at,
      };
      earlier.set(key, { item, toldAt: at, questionnaire });
    }
  }
  return earlier;
}

/** From when each document that holds by then holds; undefined: it does not say so. */
type Dated = Map<string, { since: number | undefined; document: DatedDocument }>;

async function documentsBefore(
  past: PastKnowledge,
  organizationId: string,
  { toldAt }: PastCut,
  laterFiles: ReadonlySet<string>,
): Promise<{ documents: Dated; counts: PastEvidenceCounts }> {
  const documents: Dated = new Map();
  const counts = noCounts();
  for (const document of await past.documentsOf(organizationId)) {
    const since = ownDateOf(document.name, await past.opening(organizationId, document._id, OPENING));
    if (laterFiles.has(document.sha256) || (since !== undefined && since > toldAt)) counts.laterDocuments++;
    else documents.set(document._id, { since, document });
  }
  return { documents, counts };
}

export const noCounts = (): PastEvidenceCounts => ({
  documents: 0,
  undatedDocuments: 0,
  laterDocuments: 0,
  libraryAnswers: 0,
  laterAnswers: 0,
  undatedAnswers: 0,
  earlierAnswers: 0,
  duplicates: 0,
});

interface Known extends PastCut {
  /** Questionnaires of which nothing is used. */
  refused: ReadonlySet<string>;
  earlier: ReadonlyMap<string, Earlier>;
  documents: Dated;
  laterDocuments: number;
  counts: PastEvidenceCounts;
}

async function* evidence(past: PastKnowledge, organizationId: string, known: Known): AsyncGenerator<KnowledgeDelta> {
  const { earlier, counts } = known;
  Object.assign(counts, { ...noCounts(), laterDocuments: known.laterDocuments, duplicates: counts.duplicates });
  let chunk: KnowledgeDelta = { replace: true, upserts: [], removals: [] };
  const used = new Map(earlier);
  for await (const answer of past.libraryOf(organizationId)) {
    const said = used.get(answer.questionKey);
    if (!stoodBefore(answer, known)) continue;
    // Of one question the newest answer counts, as when a questionnaire is completed.
    if (said && said.toldAt > writtenAt(answer)) continue;
    used.delete(answer.questionKey);
    counts.libraryAnswers++;
    chunk.upserts.push({ ...libraryEvidence(answer), ...verifiedBefore(answer, known) });
    if (chunk.upserts.length < IN_CHUNK) continue;
    yield chunk;
    chunk = { upserts: [], removals: [] };
  }
  counts.earlierAnswers = used.size;
  chunk.upserts.push(...[...used.values()].map(({ item }) => item));
  yield chunk;
  yield* passages(past, organizationId, known);
}

const writtenAt = ({ writtenAt: at, updatedAt }: LibraryAnswerDocument): number => at ?? updatedAt;

/** What was verified after it is as old as its text. */
const verifiedBefore = (answer: LibraryAnswerDocument, { cameAt }: Known): { verifiedAt: number } => ({
  verifiedAt: answer.lastVerifiedAt < cameAt ? answer.lastVerifiedAt : writtenAt(answer),
});

/** Whether a library answer said what it says before the questionnaire came, and is not of this or a later one. */
function stoodBefore(answer: LibraryAnswerDocument, { cameAt, refused, counts }: Known): boolean {
  const isRefused = answer.fromQuestionnaire !== undefined && refused.has(answer.fromQuestionnaire);
  if (!isRefused && writtenAt(answer) < cameAt) return true;
  counts.laterAnswers++;
  if (!isRefused && answer.writtenAt === undefined && answer.createdAt < cameAt) counts.undatedAnswers++;
  return false;
}

async function* passages(
  past: PastKnowledge,
  organizationId: string,
  { documents, cameAt, undated, counts }: Known,
): AsyncGenerator<KnowledgeDelta> {
  const [used, later] = [new Set<string>(), new Set<string>()];
  let chunk: KnowledgeDelta = { upserts: [], removals: [] };
  for await (const passage of past.passagesOf(organizationId, [...documents.keys()])) {
    const { since, document } = documents.get(passage.documentId) ?? {};
    if (since === undefined && undated === 'by_upload' && uploadedAt(passage, document) >= cameAt) {
      later.add(passage.documentId);
      continue;
    }
    used.add(passage.documentId);
    chunk.upserts.push(passageEvidence(passage));
    if (chunk.upserts.length < IN_CHUNK) continue;
    yield chunk;
    chunk = { upserts: [], removals: [] };
  }
  yield chunk;
  counts.documents = used.size;
  counts.undatedDocuments = [...used].filter((id) => documents.get(id)?.since === undefined).length;
  counts.laterDocuments += [...later].filter((id) => !used.has(id)).length;
}

const uploadedAt = (passage: PassageDocument, document: DatedDocument | undefined): number =>
  passage.changedAt ?? document?.createdAt ?? Number.MAX_SAFE_INTEGER;
