import type { Overview } from '../api/types.js';
import { hrefOf } from '../core/router.js';
import { Badge, Progress } from '../ui/badges.js';
import { number } from '../ui/format.js';
import { Table, type Column } from '../ui/table.js';
import { nextStep } from '../questionnaire-frame/questionnaire-actions.js';
import { isFailure, statusName, toneOf } from '../questionnaire-frame/statuses.js';
import { t } from '../words/words.js';

/** Counts, and the way to the answers. */
export function Totals({ overview }: { overview: Overview }) {
  const { id, status, statistics } = overview;
  const figures: readonly (readonly [string, number])[] = [
    [t('questionnaires:totals.questions'), statistics.total_questions],
    [t('questionnaires:totals.fromEvidence'), statistics.ai_answered_questions],
    [t('questionnaires:totals.byPeople'), statistics.manual_answered_questions],
    [t('questionnaires:totals.open'), statistics.not_answered_questions],
    [t('questionnaires:totals.approved'), statistics.approved_questions],
  ];
  return (
    <section class="card" aria-label={t('questionnaires:totals.name')}>
      <div class="card-head">
        <dl class="figures">
          {figures.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{number(value)}</dd>
            </div>
          ))}
        </dl>
        {statistics.total_questions > 0 && (
          <a
            class={`button ${nextStep(overview) === 'review' && !isFailure(status) ? 'primary' : 'secondary'}`}
            href={hrefOf(`/questionnaires/${id}/review`)}
          >
            {status === 'COMPLETED' ? t('questionnaires:totals.see') : t('questionnaires:totals.review')}
          </a>
        )}
      </div>
      <Progress
        label={t('questionnaires:totals.approvedQuestions')}
        done={statistics.approved_questions}
        behind={statistics.answered_questions}
        total={statistics.total_questions}
      />
      <p class="muted small">
        {t('questionnaires:totals.shares', {
          approved: statistics.approval_percentage / 100,
          answered: statistics.completion_percentage / 100,
        })}
      </p>
    </section>
  );
}

const None = () => <span class="muted">–</span>;

type Sheet = Overview['sheet_stats'][number];

/** Nothing when there is one sheet alone, without a name. */
export function Sheets({ overview }: { overview: Overview }) {
  const { sheet_stats: sheets } = overview;
  if (sheets.length < 2) return null;
  const columns: readonly Column<Sheet>[] = [
    {
      title: t('questionnaires:sheet'),
      heading: true,
      cell: ({ id, name }) => (
        <a href={hrefOf(`/questionnaires/${overview.id}/review?sheet=${id}`)}>
          {name || t('questionnaires:totals.noName')}
        </a>
      ),
    },
    {
      title: t('questionnaires:list.status'),
      cell: ({ status, total_questions: total }) =>
        total === 0 ? <None /> : <Badge tone={toneOf(status)}>{statusName(status)}</Badge>,
    },
    {
      title: t('questionnaires:totals.questions'),
      numeric: true,
      named: true,
      cell: (sheet) => number(sheet.total_questions),
    },
    {
      title: t('questionnaires:list.answered'),
      cell: (sheet) =>
        sheet.total_questions === 0 ? (
          <None />
        ) : (
          <span class="answered">
            <Progress
              label={t('questionnaires:list.answeredOf', { title: sheet.name })}
              done={sheet.answered_questions}
              total={sheet.total_questions}
            />
            <span class="small nowrap">{number(sheet.answered_questions)}</span>
          </span>
        ),
    },
  ];
  return (
    <section class="section">
      <h2>{t('questionnaires:totals.sheets')}</h2>
      <Table
        caption={t('questionnaires:totals.sheetsCaption')}
        columns={columns}
        rows={sheets}
        keyOf={({ id }) => id}
      />
    </section>
  );
}
