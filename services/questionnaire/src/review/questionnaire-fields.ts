import { cleanName, cleanText, decimalOf, invalid, notFound, type Clock } from '@candor/runtime';
import { nameKey } from '@candor/runtime/text';
import { fieldErrors } from '../intake/fields.js';
import { ownTexts } from '../intake/upload.js';
import type { QuestionnaireDocument, StoredAssignee } from '../store/documents.js';
import type { StoredNotice } from '../store/people-documents.js';
import type { QuestionnaireStore } from '../store/questionnaires.js';
import type { ReviewLifecycleStore } from '../store/review-lifecycle.js';
import type { SearchBlockStore } from '../store/search-blocks.js';
import type { TagStore } from '../store/tags.js';
import type { EditMark } from './assigning.js';
import { markOf } from './edit-mark.js';
import { distinct, noticeOf, recipient } from './notices.js';
import type { LifecycleActor } from './lifecycle.js';

/** Absent fields stay; '' clears. */
export interface FieldsEdit {
  title?: string;
  companyName?: string;
  dealValue?: string;
  deadline?: string;
  instructions?: string;
  tagIds?: string[];
  assignees?: StoredAssignee[];
}

interface Dependencies {
  questionnaires: QuestionnaireStore;
  reviewLifecycle: ReviewLifecycleStore;
  tags: TagStore;
  searchBlocks: SearchBlockStore;
  clock: Clock;
}

/** Those who were not assigned before are told; undefined: there is none. */
function newlyAssigned(
  { _id, assignees }: QuestionnaireDocument,
  now: readonly StoredAssignee[],
  mark: EditMark,
): StoredNotice | undefined {
  const known = new Set(assignees.map(({ type, id }) => `${type} ${id}`));
  const added = now.filter(({ type, id }) => !known.has(`${type} ${id}`));
  if (added.length === 0) return undefined;
  return noticeOf(_id, mark, { kind: 'assigned', recipients: distinct(added.map(recipient)) });
}

const MOST_SEARCH_ROUNDS = 10;

/** Edits what is known of a questionnaire besides its questions. Tags that do not exist are left out, as on upload. */
export class QuestionnaireFields {
  constructor(private readonly deps: Dependencies) {}

  async edit(by: LifecycleActor, id: string, edit: FieldsEdit): Promise<void> {
    const { questionnaires, reviewLifecycle, tags, clock } = this.deps;
    const { organizationId } = by;
    const before = await questionnaires.get(organizationId, id);
    if (!before) throw notFound('questionnaire');
    const errors = fieldErrors(edit);
    if (errors.length > 0) throw invalid(errors);
    const { tagIds, ...fields } = edit;
    if (tagIds !== undefined) await tags.replace(organizationId, id, await tags.known(organizationId, tagIds));
    const set: Partial<QuestionnaireDocument> = { ...fields };
    if (fields.title !== undefined)
      Object.assign(set, { title: cleanName(fields.title), titleFolded: nameKey(fields.title) });
    if (fields.companyName !== undefined)
      Object.assign(set, { companyName: cleanName(fields.companyName), companyFolded: nameKey(fields.companyName) });
    if (fields.dealValue !== undefined) set.dealValue = decimalOf(fields.dealValue) ?? '';
    if (fields.instructions !== undefined) set.instructions = cleanText(fields.instructions);
    const notice = newlyAssigned(before, edit.assignees ?? [], markOf(by, clock));
    const changed = await reviewLifecycle.setFields(organizationId, id, set, notice);
    if (!changed) throw notFound('questionnaire');
    await this.refreshSearch(organizationId, id);
  }

  /** Writes what search reads until it is what the questionnaire says: two edits at once may overtake each other. */
  private async refreshSearch(organizationId: string, id: string): Promise<void> {
    let written: string | undefined;
    for (let round = 0; round < MOST_SEARCH_ROUNDS; round++) {
      const questionnaire = await this.deps.questionnaires.get(organizationId, id);
      if (!questionnaire) return;
      const carried = (await this.deps.tags.ofQuestionnaires(organizationId, [id])).get(id) ?? [];
      const texts = ownTexts(
        questionnaire,
        carried.map((tag) => tag.name),
      );
      if (texts.join('\n') === written) return;
      await this.deps.searchBlocks.putOwn(organizationId, id, texts);
      written = texts.join('\n');
    }
  }
}
