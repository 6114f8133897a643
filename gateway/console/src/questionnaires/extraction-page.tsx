import { useState } from 'preact/hooks';
import { useLoad } from '../api/use-load.js';
import type { AccountEntry } from '../api/types.js';
import type { PageProps } from '../core/page-props.js';
import { useApp } from '../core/context.js';
import { hrefOf } from '../core/router.js';
import { canCorrect, correctionsPath } from '../questionnaire-frame/correctable.js';
import { RememberedOffer } from '../corrections/remembered-notice.js';
import { number } from '../ui/format.js';
import { Pager } from '../ui/pager.js';
import { Empty, Failure, Loading } from '../ui/states.js';
import { Table, type Column } from '../ui/table.js';
import { className, CLASSES, reasonWords, type AccountClass } from './account-words.js';
import { QuestionnaireFrame } from '../questionnaire-frame/questionnaire-frame.js';
import { placeWords } from '../questionnaire-frame/receipt.js';
import { t } from '../words/words.js';

const PAGE = 100;

const columns = (): readonly Column<AccountEntry>[] => [
  {
    title: t('questionnaires:extraction.place'),
    heading: true,
    cell: ({ location }) => <span class="mono nowrap">{placeWords(location)}</span>,
  },
  { title: t('questionnaires:extraction.text'), cell: ({ text }) => <span class="text">{text}</span> },
  {
    title: t('questionnaires:extraction.takenAs'),
    cell: (entry) => <span class="nowrap">{className(entry.class)}</span>,
  },
  {
    title: t('questionnaires:extraction.because'),
    cell: ({ reason }) => <span class="muted">{reasonWords(reason)}</span>,
  },
];

/** What became of every cell, paragraph or line of the document: what was skipped, and why. */
export default function ExtractionPage({ params: { id = '' } }: PageProps) {
  const { api, may } = useApp();
  const path = { questionnaire_id: id };
  const [chosen, choose] = useState<{ class: AccountClass; sheet: string; page: number }>({
    class: 'skipped',
    sheet: '',
    page: 0,
  });
  const overview = useLoad((signal) => api.call.getQuestionnaireOverview({ path, signal }), [id]);
  const account = useLoad(
    (signal) =>
      api.call.getExtractionAccount({
        path,
        query: { class: chosen.class, sheet_id: chosen.sheet, limit: PAGE, offset: chosen.page * PAGE },
        signal,
      }),
    [id, chosen.class, chosen.sheet, chosen.page],
  );
  if (!overview.data) {
    if (overview.error !== undefined) return <Failure message={overview.error} retry={overview.reload} />;
    return <Loading what={t('questionnaires:theQuestionnaire')} />;
  }
  const { coverage, sheets } = overview.data;
  const entries = account.data?.entries ?? [];
  return (
    <QuestionnaireFrame overview={overview.data} current="extraction" onChange={overview.set}>
      <RememberedOffer key={overview.data.status} overview={overview.data} onChanged={overview.reload} />
      <div class="card-head">
        <p class="muted">{t('questionnaires:extraction.about')}</p>
        {canCorrect(overview.data) && may('MEMBER', 'Questionnaires: write') && (
          <a class="button secondary" href={hrefOf(correctionsPath(id, chosen.sheet || undefined))}>
            {t('questionnaires:extraction.correct')}
          </a>
        )}
      </div>
      <div class="toolbar">
        <div class="chips" role="group" aria-label={t('questionnaires:extraction.class')}>
          {CLASSES.map((one) => (
            <button
              key={one}
              type="button"
              class="chip"
              aria-pressed={one === chosen.class}
              onClick={() => choose({ ...chosen, class: one, page: 0 })}
            >
              {className(one)}
              <span class="chip-count">{coverage ? number(coverage[one]) : '–'}</span>
            </button>
          ))}
        </div>
        {sheets.length > 1 && (
          <select
            aria-label={t('questionnaires:sheet')}
            value={chosen.sheet}
            onChange={({ currentTarget }) => choose({ ...chosen, sheet: currentTarget.value, page: 0 })}
          >
            <option value="">{t('questionnaires:everySheet')}</option>
            {sheets.map((sheet) => (
              <option key={sheet.id} value={sheet.id}>
                {sheet.name}
              </option>
            ))}
          </select>
        )}
      </div>
      {account.error !== undefined && <Failure message={account.error} retry={account.reload} />}
      {!account.data && account.loading && <Loading what={t('questionnaires:extraction.loadingAccount')} />}
      {account.data && entries.length === 0 && (
        <Empty
          title={
            chosen.class === 'skipped'
              ? t('questionnaires:extraction.nothingSkipped')
              : t('questionnaires:extraction.nothing')
          }
          icon="check"
        >
          <p>{coverage ? t('questionnaires:extraction.another') : t('questionnaires:extraction.notRead')}</p>
        </Empty>
      )}
      {entries.length > 0 && (
        <>
          <p class="small muted">
            {t('questionnaires:extraction.parts', { count: account.data?.pagination.total ?? 0 })}
          </p>
          <Table
            caption={t('questionnaires:extraction.caption', { class: className(chosen.class) })}
            columns={columns()}
            rows={entries}
            keyOf={(entry) => `${entry.sheet_id ?? ''} ${placeWords(entry.location)}`}
          />
        </>
      )}
      <Pager
        page={chosen.page}
        size={PAGE}
        total={account.data?.pagination.total ?? 0}
        onPage={(page) => choose({ ...chosen, page })}
      />
    </QuestionnaireFrame>
  );
}
