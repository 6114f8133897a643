import { notFound } from '@candor/runtime';
import type { QuestionStore } from '../../store/questions.js';
import { quoteKey } from '../quote-key.js';
import type { VersionDependencies } from './versions.js';

/** Where the words of a citation stand. Times are microseconds. */
export interface CitationPlace {
  sourceId: string;
  /** '': the document is gone, or the source is none. */
  documentId: string;
  /** The newest version that says it; undefined: none that is kept. */
  version: number | undefined;
  /** Whether that is the version in use. */
  current: boolean;
  replacedAt: number | undefined;
}

type Dependencies = Pick<VersionDependencies, 'knowledgeDocuments' | 'documentVersions' | 'revisions'> & {
  questions: QuestionStore;
};

/** Finds the version of a document that an answer quotes. */
export class CitationPlaces {
  constructor(private readonly deps: Dependencies) {}

  /** One place for each citation of an answer, in their order. */
  async of(organizationId: string, questionnaireId: string, questionId: string): Promise<CitationPlace[]> {
    const { questions, revisions, documentVersions } = this.deps;
    const question = await questions.get(organizationId, questionnaireId, questionId);
    if (!question) throw notFound('question');
    const ids = [...new Set(question.citations.map(({ sourceId }) => sourceId))];
    const now = new Map((await revisions.named(organizationId, ids)).map((one) => [one._id, one]));
    const inUse = await this.inUse(organizationId, new Set([...now.values()].map(({ documentId }) => documentId)));
    const old = (await documentVersions.named(organizationId, [...now.keys()])).sort((a, b) => b.version - a.version);
    const places: CitationPlace[] = [];
    for (const { sourceId, quote } of question.citations) {
      const passage = now.get(sourceId);
      const present = inUse.get(passage?.documentId ?? '');
      const place = { sourceId, documentId: '', version: undefined, current: false, replacedAt: undefined };
      if (!passage || present === undefined) {
        places.push(place);
        continue;
      }
      const { documentId } = passage;
      const says = (text: string): boolean => quote === '' || quoteKey(text).includes(quoteKey(quote));
      if (!passage.deleted && says(passage.text)) {
        places.push({ ...place, documentId, version: present, current: true });
        continue;
      }
      const said = old.find((one) => one.passageId === sourceId && one.version < present && says(one.text));
      const row = said ? await documentVersions.get(organizationId, documentId, said.version) : null;
      places.push({ ...place, documentId, version: row?.version, replacedAt: row?.replacedAt });
    }
    return places;
  }

  /** The version of each document whose passages are the evidence; of those that are gone none. */
  private async inUse(organizationId: string, documentIds: ReadonlySet<string>): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for (const id of documentIds) {
      const document = await this.deps.knowledgeDocuments.get(organizationId, id);
      if (document) found.set(id, document.previous?.version ?? document.version ?? 1);
    }
    return found;
  }
}
