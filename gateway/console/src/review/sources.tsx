import type { Citation, Question } from '../api/types.js';

const TYPES: Readonly<Record<string, string>> = { library: 'Answer library', document: 'Document' };

/** What the answer stands on, in the words of the source. */
export function Sources({ question }: { question: Question }) {
  const { citations, answer, answer_status: status } = question;
  if (citations.length === 0) return <p class="muted">{noSources(answer, status)}</p>;
  return (
    <ol class="sources">
      {citations.map((citation) => (
        <Source key={`${citation.source_id} ${citation.locator} ${citation.quote}`} citation={citation} />
      ))}
    </ol>
  );
}

function noSources(answer: string | null, status: Question['answer_status']): string {
  if (status === 'NOT_APPLICABLE') return 'The question does not apply: nothing is cited.';
  if (answer !== null && answer !== '') return 'A person wrote this answer. It stands on them, not on a document.';
  return 'Nothing in the library or the documents answers this. Add the evidence, then regenerate, or answer it yourself.';
}

function Source({ citation }: { citation: Citation }) {
  return (
    <li>
      <p>
        <strong class="text">{citation.title || 'Untitled'}</strong>
      </p>
      <p class="muted small text">
        {[TYPES[citation.source_type] ?? citation.source_type, citation.locator].filter(Boolean).join(' · ')}
      </p>
      {citation.quote !== '' && <blockquote class="text">{citation.quote}</blockquote>}
    </li>
  );
}
