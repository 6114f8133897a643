import type { WaitingWork } from '../api/types.js';
import { useApp } from '../core/context.js';
import { useNames } from '../core/directory.js';
import { hrefOf } from '../core/router.js';
import { ago, dayAt } from '../ui/format.js';
import { t } from '../words/words.js';

type HandedOver = WaitingWork['to_approve'][number];

/** What waits for this person: questions, what is to be approved, what was sent back. */
export function WaitingForMe({ work: { asked, to_approve: approve, sent_back: back } }: { work: WaitingWork }) {
  const { session } = useApp();
  return (
    <>
      {asked.length > 0 && (
        <section class="card section">
          <h2>{t('asked:waiting.asked')}</h2>
          <ul>
            {asked.map(({ question, questionnaire }) => {
              const due = question.assignment?.due_at ?? null;
              return (
                <li key={question.id}>
                  <a href={hrefOf(`/asked/${questionnaire.id}`)}>{question.text}</a>{' '}
                  <span class="muted small">
                    {questionnaire.title}
                    {due !== null && ` · ${t('asked:due', { date: dayAt(due, session.organization.time_zone) })}`}
                  </span>
                </li>
              );
            })}
          </ul>
          <p>
            <a href={hrefOf('/asked')}>{t('asked:waiting.see')}</a>
          </p>
        </section>
      )}
      <HandOvers title={t('asked:waiting.approve')} list={approve} />
      <HandOvers title={t('asked:waiting.sentBack')} list={back} />
    </>
  );
}

function HandOvers({ title, list }: { title: string; list: readonly HandedOver[] }) {
  const nameOf = useNames();
  if (list.length === 0) return null;
  return (
    <section class="card section">
      <h2>{title}</h2>
      <ul>
        {list.map((one) => (
          <li key={one.id}>
            <a href={hrefOf(`/questionnaires/${one.id}/review`)}>{one.title}</a>{' '}
            <span class="muted small">
              {t('asked:from', { name: nameOf(one.handed_over_by), when: ago(one.handed_over_at) })}
            </span>
            {one.note !== null && <p class="text">{one.note}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
