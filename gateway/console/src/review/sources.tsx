import type { Citation, CitationPlace, Question } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useApp } from '../core/context.js';
import { t } from '../words/words.js';
import { uncitedWords } from './answer-origin.js';
import { SourceVersion } from './source-version.js';

/** The kind of a source, in words. */
export function sourceName(type: string): string {
  if (type === 'library') return t('panel:sources.library');
  return type === 'document' ? t('panel:sources.document') : type;
}

/** What the answer stands on, in the words of the source. */
export function Sources({ questionnaireId, question }: { questionnaireId: string; question: Question }) {
  const { api } = useApp();
  const { citations, id } = question;
  const isCited = citations.some(({ source_type: type }) => type === 'document');
  const found = useLoad(
    (signal) =>
      isCited
        ? api.call.listCitationPlaces({ path: { questionnaire_id: questionnaireId, question_id: id }, signal })
        : Promise.resolve({ places: [] }),
    [questionnaireId, id, question.version, isCited],
  );
  if (citations.length === 0) return <p class="muted">{noSources(question)}</p>;
  return (
    <ol class="sources">
      {citations.map((citation, index) => (
        <Source
          key={`${citation.source_id} ${citation.locator} ${citation.quote}`}
          citation={citation}
          place={placeOf(citation, found.data?.places[index])}
        />
      ))}
    </ol>
  );
}

/** While another question's are still shown, they are not of this citation. */
const placeOf = (citation: Citation, place: CitationPlace | undefined): CitationPlace | undefined =>
  place?.source_id === citation.source_id ? place : undefined;

function noSources(question: Question): string {
  const { answer, answer_status: status } = question;
  if (status === 'NOT_APPLICABLE') return t('panel:sources.notApplicable');
  if (answer === null || answer === '') return t('panel:sources.none');
  return uncitedWords(question);
}

function Source({ citation, place }: { citation: Citation; place: CitationPlace | undefined }) {
  return (
    <li>
      <p>
        <strong class="text">{citation.title || t('panel:sources.untitled')}</strong>
      </p>
      <p class="muted small text">{[sourceName(citation.source_type), citation.locator].filter(Boolean).join(' · ')}</p>
      {citation.quote !== '' && <blockquote class="text">{citation.quote}</blockquote>}
      <SourceVersion place={place} />
    </li>
  );
}
