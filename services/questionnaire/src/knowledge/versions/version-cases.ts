import type { QuestionStore } from '../../store/questions.js';
import { CitationPlaces } from './citation-places.js';
import { ComparingVersions } from './comparing.js';
import { DocumentVersions, type VersionDependencies } from './versions.js';

/** What can be done with the versions of documents. */
export interface VersionCases {
  versions: DocumentVersions;
  comparing: ComparingVersions;
  places: CitationPlaces;
}

export function versionCases(deps: VersionDependencies & { questions: QuestionStore }): VersionCases {
  const versions = new DocumentVersions(deps);
  return { versions, comparing: new ComparingVersions(versions), places: new CitationPlaces(deps) };
}
