import type { Citation, Question } from '../api/types.js';
import { t } from '../words/words.js';
import { uncitedWords } from './answer-origin.js';

/** The kind of a source, in words. */
export function sourceName(type: string): string {
  if (type === 'library') return t('panel:sources.library');
  return type === 'document' ? t('panel:sources.document') : type;
}

/** What the answer stands on, in the words of the source. */
export function Sources({ question }: { question: Question }) {
  const { citations } = question;
  if (citations.length === 0) return <p class="muted">{noSources(question)}</p>;
  return (
    <ol class="sources">
      {citations.map((citation) => (
        <Source key={`${citation.source_id} ${citation.locator} ${citation.quote}`} citation={citation} />
      ))}
    </ol>
  );
}

function noSources(question: Question): string {
  const { answer, answer_status: status } = question;
  if (status === 'NOT_APPLICABLE') return t('panel:sources.notApplicable');
  if (answer === null || answer === '') return t('panel:sources.none');
  return uncitedWords(question);
}

function Source({ citation }: { citation: Citation }) {
  return (
    <li>
      <p>
        <strong class="text">{citation.title || t('panel:sources.untitled')}</strong>
      </p>
      <p class="muted small text">{[sourceName(citation.source_type), citation.locator].filter(Boolean).join(' · ')}</p>
      {citation.quote !== '' && <blockquote class="text">{citation.quote}</blockquote>}
    </li>
  );
}
