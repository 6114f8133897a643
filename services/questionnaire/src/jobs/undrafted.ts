import type { EngineAnswer } from '../answering/types.js';
import type { BatchDocument, QuestionDocument } from '../store/documents.js';
import type { LogEntry } from '../store/records.js';

/** Places that an entry names; more are counted. */
const MOST_NAMED = 10;

const REASONS: Readonly<Record<string, string>> = {
  timeout: 'it did not answer in time',
  connection: 'it could not be reached',
  certificate: 'its certificate is not trusted here',
  certificate_expired: 'its certificate has expired, or is not valid yet',
  certificate_name: 'its certificate is for another name',
  proxy: 'the proxy gave no way to it',
  rate_limited: 'it had too many requests (429)',
  quota: 'its account has no quota left',
  circuit_open: 'it had failed again and again, and was left alone for a while',
  batch_time: 'the time of the batch was used up',
  http_401: 'it refused the key (401)',
  http_403: 'it refused the key (403)',
  http_404: 'it does not know the model or the address (404)',
  http_413: 'question and evidence were too large for it (413)',
  token_budget: 'the batch had used up its tokens',
  invalid_output: 'its reply was no draft',
  cut_off: 'its reply was cut off',
};

/** What the log of a questionnaire says of the answers of a batch that an endpoint was to draft and did not; once each reason. */
export function undraftedEntries(
  { _id, questionnaireId }: Pick<BatchDocument, '_id' | 'questionnaireId'>,
  answered: readonly { question: Pick<QuestionDocument, 'position'>; answer: EngineAnswer }[],
): LogEntry[] {
  const places = new Map<string, number[]>();
  for (const { question, answer } of answered)
    if (answer.undrafted !== undefined)
      places.set(answer.undrafted, [...(places.get(answer.undrafted) ?? []), question.position + 1]);
  return [...places].map(([reason, at]) => ({
    stage: 'answering' as const,
    level: 'WARNING' as const,
    code: 'endpoint_gave_no_draft',
    message: `The language model drafted no answer to ${named(at)}, for ${REASONS[reason] ?? `it failed (${reason.replace(/^http_/, '')})`}. The evidence alone was used; regenerate them when the model works.`,
    // A repeated batch tells it once.
    identity: `${questionnaireId} ${_id} ${reason}`,
  }));
}

function named(places: readonly number[]): string {
  const more = places.length - MOST_NAMED;
  const first = places.slice(0, MOST_NAMED).join(', ');
  return `${places.length === 1 ? 'question' : 'questions'} ${first}${more > 0 ? ` and ${more} more` : ''}`;
}
