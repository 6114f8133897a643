import { useState } from 'preact/hooks';
import type { HistoryEntry, Question } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useApp } from '../app/context.js';
import { useNames } from '../app/directory.js';
import { ago, at, count } from '../ui/format.js';
import { Failure, Loading } from '../ui/states.js';

interface Props {
  questionnaireId: string;
  question: Question;
}

/** What was done to a question; loaded when it is opened. */
export function History({ questionnaireId, question }: Props) {
  const [open, setOpen] = useState(false);
  if (question.history_count === 0) return null;
  return (
    <details class="history" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>History · {count(question.history_count, 'change')}</summary>
      {open && <Entries questionnaireId={questionnaireId} question={question} />}
    </details>
  );
}

const MOST = 100;

function Entries({ questionnaireId, question }: Props) {
  const { api } = useApp();
  const nameOf = useNames();
  const history = useLoad(
    (signal) =>
      api.call.listQuestionHistory({
        path: { questionnaire_id: questionnaireId, question_id: question.id },
        query: { limit: MOST },
        signal,
      }),
    [question.id, question.version],
  );
  if (history.error !== undefined) return <Failure message={history.error} retry={history.reload} />;
  if (!history.data) return <Loading what="the history" />;
  return (
    <ol>
      {history.data.entries.map((entry) => (
        <li key={entry.version}>
          <p class="small">
            <strong>{nameOf(entry.actor)}</strong> {actionWords(entry)}{' '}
            <time class="muted" title={at(entry.at)}>
              {ago(entry.at)}
            </time>
          </p>
          <Changed name="Answer" before={entry.before.answer} after={entry.after.answer} />
          <Changed name="Comment" before={entry.before.comment} after={entry.after.comment} />
        </li>
      ))}
      {history.data.pagination.total > MOST && <li class="muted small">Older changes are not shown.</li>}
    </ol>
  );
}

function actionWords({ action, before, after }: HistoryEntry): string {
  if (action === 'assigned')
    return after.assignee ? `assigned it to ${after.assignee.name ?? after.assignee.id}` : 'unassigned it';
  if (action === 'unapproved') return 'took the approval back';
  if (action === 'edited' && after.answer_status !== before.answer_status && after.answer_status === 'NOT_APPLICABLE')
    return 'marked it as not applicable';
  return `${action} it`;
}

function Changed({ name, before, after }: { name: string; before: string | null; after: string | null }) {
  if (before === after) return null;
  return (
    <dl class="changed small">
      <dt class="hidden">{name} before</dt>
      <dd>
        <del class="text">{before ?? 'none'}</del>
      </dd>
      <dt class="hidden">{name} after</dt>
      <dd>
        <ins class="text">{after ?? 'none'}</ins>
      </dd>
    </dl>
  );
}
