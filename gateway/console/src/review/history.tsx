import { useState } from 'preact/hooks';
import type { HistoryEntry, Question } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useApp } from '../core/context.js';
import { useNames } from '../core/directory.js';
import { ago, at } from '../ui/format.js';
import { Failure, Loading } from '../ui/states.js';
import { rich } from '../words/rich.js';
import { t } from '../words/words.js';

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
      <summary>{t('panel:history.title', { count: question.history_count })}</summary>
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
  if (!history.data) return <Loading what={t('panel:history.loading')} />;
  return (
    <ol>
      {history.data.entries.map((entry) => (
        <li key={entry.version}>
          <p class="small">
            {rich(actionWords(entry, nameOf(entry.actor)), { who: (name) => <strong>{name}</strong> })}{' '}
            <time class="muted" title={at(entry.at)}>
              {ago(entry.at)}
            </time>
          </p>
          <Changed
            names={[t('panel:history.answerBefore'), t('panel:history.answerAfter')]}
            before={entry.before.answer}
            after={entry.after.answer}
          />
          <Changed
            names={[t('panel:history.commentBefore'), t('panel:history.commentAfter')]}
            before={entry.before.comment}
            after={entry.after.comment}
          />
        </li>
      ))}
      {history.data.pagination.total > MOST && <li class="muted small">{t('panel:history.older')}</li>}
    </ol>
  );
}

function actionWords({ action, before, after }: HistoryEntry, actor: string): string {
  // The sentence marks its name: a name that looks like a mark is told without it.
  const name = actor.replace(/[<>]/g, '');
  if (action === 'assigned') {
    const { assignee } = after;
    if (!assignee) return t('panel:history.unassigned', { name });
    return t('panel:history.assigned', { name, assignee: assignee.name ?? assignee.id });
  }
  const isNotApplicable = after.answer_status === 'NOT_APPLICABLE' && before.answer_status !== 'NOT_APPLICABLE';
  if (action === 'edited') return t(isNotApplicable ? 'panel:history.notApplicable' : 'panel:history.edited', { name });
  if (action === 'approved') return t('panel:history.approved', { name });
  if (action === 'unapproved') return t('panel:history.unapproved', { name });
  if (action === 'done') return t('panel:history.done', { name });
  if (action === 'reopened') return t('panel:history.reopened');
  if (action === 'sent_back') return t('panel:history.sentBack', { name });
  return t(action === 'regenerated' ? 'panel:history.regenerated' : 'panel:history.changed', { name });
}

interface ChangedProps {
  /** Of what was, and of what is. */
  names: readonly [string, string];
  before: string | null;
  after: string | null;
}

function Changed({ names, before, after }: ChangedProps) {
  if (before === after) return null;
  return (
    <dl class="changed small">
      <dt class="hidden">{names[0]}</dt>
      <dd>
        <del class="text">{before ?? t('panel:history.none')}</del>
      </dd>
      <dt class="hidden">{names[1]}</dt>
      <dd>
        <ins class="text">{after ?? t('panel:history.none')}</ins>
      </dd>
    </dl>
  );
}
