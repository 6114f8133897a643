import type { Load } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useApp } from '../core/context.js';
import { useDirectory } from '../core/directory.js';
import { useRefusal } from '../core/permission.js';
import { Forbidden } from '../ui/permission.js';
import { Content } from '../ui/content.js';
import { dayAt, number } from '../ui/format.js';
import { PageFrame } from '../ui/page.js';
import { Empty } from '../ui/states.js';
import { Table, type Column } from '../ui/table.js';
import { t } from '../words/words.js';

type Row = Load['people'][number];

/** How much each person and group has to do. */
export default function LoadPage() {
  const refusal = useRefusal('ADMIN', 'Questionnaires: read');
  return refusal === undefined ? <Loads /> : <Forbidden title={t('asked:load.title')} reason={refusal} />;
}

function Loads() {
  const { api, session } = useApp();
  const { users, groups } = useDirectory();
  const load = useLoad((signal) => api.call.getLoad({ signal }), [session.organization_id]);
  const nameOf = ({ assignee: { id } }: Row): string => [...users, ...groups].find((one) => one.id === id)?.name ?? id;
  const columns: readonly Column<Row>[] = [
    { title: t('asked:load.who'), heading: true, cell: nameOf },
    { title: t('asked:load.open'), numeric: true, named: true, cell: (row) => number(row.open_questions) },
    { title: t('asked:load.overdue'), numeric: true, named: true, cell: (row) => number(row.overdue_questions) },
    {
      title: t('asked:load.next'),
      named: true,
      cell: ({ next_due_at: at }) => (at === null ? '–' : dayAt(at, session.organization.time_zone)),
    },
  ];
  return (
    <PageFrame title={t('asked:load.title')}>
      <Content of={load} what={t('asked:load.loading')}>
        {({ people }) =>
          people.length === 0 ? (
            <Empty title={t('asked:load.none')} icon="check">
              <p>{t('asked:load.noneHelp')}</p>
            </Empty>
          ) : (
            <Table
              caption={t('asked:load.caption')}
              columns={columns}
              rows={people}
              keyOf={({ assignee }) => assignee.id}
            />
          )
        }
      </Content>
    </PageFrame>
  );
}
