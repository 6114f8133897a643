import { useState } from 'preact/hooks';
import { useLoad } from '../api/use-load.js';
import type { AccountEntry } from '../api/types.js';
import type { PageProps } from '../app/areas.js';
import { useApp } from '../app/context.js';
import { hrefOf } from '../app/router.js';
import { canCorrect, correctionsPath } from '../corrections/correctable.js';
import { RememberedOffer } from '../corrections/remembered-notice.js';
import { count, number } from '../ui/format.js';
import { Pager } from '../ui/pager.js';
import { Empty, Failure, Loading } from '../ui/states.js';
import { Table, type Column } from '../ui/table.js';
import { CLASS_NAMES, CLASSES, reasonWords, type AccountClass } from './account-words.js';
import { QuestionnaireFrame } from './questionnaire-frame.js';
import { placeWords } from './receipt.js';

const PAGE = 100;

const COLUMNS: readonly Column<AccountEntry>[] = [
  { title: 'Place', heading: true, cell: ({ location }) => <span class="mono nowrap">{placeWords(location)}</span> },
  { title: 'Text', cell: ({ text }) => <span class="text">{text}</span> },
  { title: 'Taken as', cell: (entry) => <span class="nowrap">{CLASS_NAMES[entry.class]}</span> },
  { title: 'Because', cell: ({ reason }) => <span class="muted">{reasonWords(reason)}</span> },
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
    return <Loading what="the questionnaire" />;
  }
  const { coverage, sheets } = overview.data;
  const entries = account.data?.entries ?? [];
  return (
    <QuestionnaireFrame overview={overview.data} current="extraction" onChange={overview.set}>
      <RememberedOffer key={overview.data.status} overview={overview.data} onChanged={overview.reload} />
      <div class="card-head">
        <p class="muted">
          Every part of the document that holds text is in one of these classes: nothing is left out silently.
        </p>
        {canCorrect(overview.data) && may('MEMBER', 'Questionnaires: write') && (
          <a class="button secondary" href={hrefOf(correctionsPath(id, chosen.sheet || undefined))}>
            Correct what was read …
          </a>
        )}
      </div>
      <div class="toolbar">
        <div class="chips" role="group" aria-label="Class">
          {CLASSES.map((one) => (
            <button
              key={one}
              type="button"
              class="chip"
              aria-pressed={one === chosen.class}
              onClick={() => choose({ ...chosen, class: one, page: 0 })}
            >
              {CLASS_NAMES[one]}
              <span class="chip-count">{coverage ? number(coverage[one]) : '–'}</span>
            </button>
          ))}
        </div>
        {sheets.length > 1 && (
          <select
            aria-label="Sheet"
            value={chosen.sheet}
            onChange={({ currentTarget }) => choose({ ...chosen, sheet: currentTarget.value, page: 0 })}
          >
            <option value="">Every sheet</option>
            {sheets.map((sheet) => (
              <option key={sheet.id} value={sheet.id}>
                {sheet.name}
              </option>
            ))}
          </select>
        )}
      </div>
      {account.error !== undefined && <Failure message={account.error} retry={account.reload} />}
      {!account.data && account.loading && <Loading what="the account" />}
      {account.data && entries.length === 0 && (
        <Empty title={chosen.class === 'skipped' ? 'Nothing was skipped' : 'Nothing in this class'} icon="check">
          <p>
            {coverage ? 'Choose another class to see what became of the rest.' : 'The document has not been read yet.'}
          </p>
        </Empty>
      )}
      {entries.length > 0 && (
        <>
          <p class="small muted">{count(account.data?.pagination.total ?? 0, 'part')}</p>
          <Table
            caption={`Parts of the document taken as ${CLASS_NAMES[chosen.class].toLowerCase()}`}
            columns={COLUMNS}
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
