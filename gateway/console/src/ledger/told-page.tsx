import { useLoad } from '../api/use-load.js';
import type { Claim } from '../api/types.js';
import { useApp } from '../core/context.js';
import { hrefOf } from '../core/router.js';
import { pageIn, pageParam, useQuery } from '../core/use-query.js';
import { KnowledgeFrame } from '../knowledge/knowledge-frame.js';
import { Content } from '../ui/content.js';
import { Pager } from '../ui/pager.js';
import { SearchBox } from '../ui/search-box.js';
import { Empty } from '../ui/states.js';
import { Table, type Column } from '../ui/table.js';
import { When } from '../ui/when.js';
import { t } from '../words/words.js';
import { Findings } from './findings.js';

const PAGE_SIZE = 20;

/** What customers were told, and what of it no longer stands. */
export default function ToldPage() {
  return (
    <KnowledgeFrame title={t('ledger:title')}>
      <Findings />
      <Claims />
    </KnowledgeFrame>
  );
}

const columns = (): readonly Column<Claim>[] => [
  {
    title: t('ledger:question'),
    heading: true,
    cell: ({ question, questionnaire_id: id, question_id: own }) => (
      <a href={hrefOf(`/questionnaires/${id}/review?question=${own}`)}>{question}</a>
    ),
  },
  { title: t('ledger:told'), named: true, cell: ({ answer }) => answer },
  { title: t('ledger:customer'), named: true, cell: ({ customer }) => customer || t('ledger:noCustomer') },
  { title: t('ledger:when'), named: true, cell: ({ told_at: at }) => <When time={at} /> },
];

function Claims() {
  const { api } = useApp();
  const [query, setQuery] = useQuery();
  const words = query.get('q') ?? '';
  const page = pageIn(query);
  const list = useLoad(
    (signal) => api.call.listClaims({ query: { query: words, limit: PAGE_SIZE, offset: page * PAGE_SIZE }, signal }),
    [words, page],
  );
  return (
    <section aria-label={t('ledger:claims')}>
      <h2>{t('ledger:claims')}</h2>
      <SearchBox
        label={t('ledger:search')}
        placeholder={t('ledger:searchHint')}
        value={words}
        onSearch={(q) => setQuery({ q, page: undefined })}
      />
      <Content of={list} what={t('ledger:what')}>
        {({ claims, pagination: { total } }) =>
          claims.length === 0 ? (
            <Empty title={t('ledger:noClaims')} icon="search">
              <p>{t('ledger:noClaimsHelp')}</p>
            </Empty>
          ) : (
            <>
              <Table caption={t('ledger:claims')} columns={columns()} rows={claims} keyOf={({ id }) => id} />
              <Pager
                page={page}
                total={total}
                size={PAGE_SIZE}
                onPage={(next) => setQuery({ page: pageParam(next) })}
              />
            </>
          )
        }
      </Content>
    </section>
  );
}
