import { cleanName, cleanText, decimalOf, deterministicId, micros, type Clock } from '@candor/runtime';
import { nameKey } from '@candor/runtime/text';
import { JOBS } from '../jobs/catalogue.js';
import { distinct, noticeOf, recipient } from '../review/notices.js';
import type { FileDocument, QuestionnaireDocument, StoredAssignee } from '../store/documents.js';
import type { StoredNotice } from '../store/people-documents.js';
import { emptyCoverage } from '../store/records.js';
import { firstWork } from '../store/work.js';
import type { IntakeFields } from './fields.js';

export interface Origin {
  title: string;
  sourceType: string;
  file: QuestionnaireDocument['file'];
  fileId: string;
  actor: string;
}

/** A questionnaire as it is stored right after the upload, with validation as its next work. */
export function newQuestionnaire(
  organizationId: string,
  fields: IntakeFields,
  origin: Origin,
  clock: Clock,
  creationId = '',
): QuestionnaireDocument {
  const at = micros(clock);
  const _id = creationId || deterministicId('questionnaire', origin.fileId);
  return {
    _id,
    organizationId,
    deleted: false,
    title: origin.title,
    titleFolded: nameKey(origin.title),
    companyName: cleanName(fields.companyName),
    companyFolded: nameKey(fields.companyName),
    dealValue: decimalOf(fields.dealValue) ?? '',
    deadline: fields.deadline,
    instructions: cleanText(fields.instructions),
    includeHidden: fields.includeHidden ?? false,
    sourceType: origin.sourceType,
    assignees: fields.assignees,
    file: origin.file,
    fileId: origin.fileId,
    fileDigest: origin.file?.sha256 ?? '',
    status: 'UPLOADED',
    processing: true,
    createdAt: at,
    updatedAt: at,
    statusLog: [{ at, from: null, to: 'UPLOADED', actor: origin.actor, reason: null }],
    unannounced: true,
    notices: assignedNotices(_id, fields.assignees, origin.actor, at),
    announced: 0,
    stages: {},
    coverage: emptyCoverage(),
    knowledgeRevision: 0,
    openBatches: [],
    revision: 0,
    writesOpen: 0,
    counts: null,
    ...firstWork(JOBS.validate, clock),
  };
}

/** Whom it is assigned to from the start, is told. */
function assignedNotices(id: string, assignees: readonly StoredAssignee[], actor: string, at: number): StoredNotice[] {
  const recipients = distinct(assignees.map(recipient));
  return recipients.length === 0 ? [] : [noticeOf(id, { actor, at, call: id }, { kind: 'assigned', recipients })];
}

/**
 * The id of the questionnaire that a file is uploaded for, so that the sweeper knows whose rows an upload that broke off has
 * left behind. Releases up to 0.1 made it from the file's.
 */
export const questionnaireOf = ({ _id, questionnaireId }: FileDocument): string =>
  questionnaireId ?? deterministicId('questionnaire', _id);

const TITLE_LENGTH = 120;

/** The file's name without folder and extension; "Questionnaire" when nothing is left. */
export function titleOfFile(fileName: string): string {
  const base = cleanName(fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1));
  const title = base.replace(/(?<=.)\.[^.]{1,8}$/, '').trim();
  return title === '' ? 'Questionnaire' : title;
}

/**
 * What people read as a sheet's name: a table of text or pasted lines have none of their own, and bear the file's or the
 * title. Corrections go by the stored name, which is the same in every file of one shape.
 */
export const nameOfSheet = ({ file, title }: Pick<QuestionnaireDocument, 'file' | 'title'>, name: string): string =>
  cleanName(name) || (file ? titleOfFile(file.name) : title);

/** The first line that is not empty, cut at 120 characters. */
export function titleOfText(text: string): string {
  const line = text.split(/\r\n|\r|\n/).find((candidate) => candidate.trim() !== '') ?? '';
  return Array.from(cleanName(line)).slice(0, TITLE_LENGTH).join('').trim() || 'Questionnaire';
}
