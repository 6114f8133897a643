import { useLoad } from '../api/use-load.js';
import type { PageProps } from '../core/page-props.js';
import { useApp } from '../core/context.js';
import { useRefusal } from '../core/permission.js';
import { Forbidden } from '../ui/permission.js';
import { pageIn, pageParam, useQuery } from '../core/use-query.js';
import { Content } from '../ui/content.js';
import { SelectField } from '../ui/field.js';
import { at } from '../ui/format.js';
import { PageFrame } from '../ui/page.js';
import { Empty } from '../ui/states.js';
import { t } from '../words/words.js';
import { VersionDifferences } from './version-differences.js';
import { PassageList } from './passage-list.js';

const PAGE_SIZE = 50;
const SHOWN = 100;

/** One version of a document: what it says, or what it says otherwise than another. */
export default function VersionPage({ params: { id = '', version: number = '' } }: PageProps) {
  const { api } = useApp();
  const mayNotRead = useRefusal('VIEWER', 'Knowledge: read');
  const [query, setQuery] = useQuery();
  const version = Number(number);
  const against = Number(query.get('against') ?? 0);
  const list = useLoad(
    (signal) => api.call.listDocumentVersions({ path: { document_id: id }, query: { limit: SHOWN }, signal }),
    [id],
  );
  if (mayNotRead !== undefined) return <Forbidden title={t('knowledge:document')} reason={mayNotRead} />;
  const versions = list.data?.versions ?? [];
  const own = versions.find((one) => one.version === version);
  const others = versions.filter((one) => one.text_kept && one.version !== version);
  const title = t('evidence:versions.numbered', { version });
  return (
    <PageFrame
      title={own ? `${own.name}, ${title}` : title}
      back={{ path: `/knowledge/documents/${id}`, name: t('knowledge:document') }}
      subtitle={own?.replaced_at ? t('evidence:versions.replaced', { when: at(own.replaced_at) }) : undefined}
    >
      <SelectField
        label={t('evidence:versions.against')}
        value={String(against)}
        options={[
          ['0', t('evidence:versions.withNone')] as const,
          ...others.map(
            (one) => [String(one.version), `${t('evidence:versions.numbered', one)}, ${one.name}`] as const,
          ),
        ]}
        onChange={(value) => setQuery({ against: value === '0' ? undefined : value, page: undefined })}
      />
      {against > 0 ? (
        <VersionDifferences document={id} version={version} against={against} />
      ) : (
        <VersionText document={id} version={version} />
      )}
    </PageFrame>
  );
}

function VersionText({ document, version }: { document: string; version: number }) {
  const { api } = useApp();
  const [query, setQuery] = useQuery();
  const page = pageIn(query);
  const text = useLoad(
    (signal) =>
      api.call.getDocumentVersionText({
        path: { document_id: document, version },
        query: { limit: PAGE_SIZE, offset: page * PAGE_SIZE },
        signal,
      }),
    [document, version, page],
  );
  return (
    <Content of={text} what={t('knowledge:thePassages')}>
      {({ passages, pagination: { total } }) =>
        passages.length === 0 ? (
          <Empty title={t('knowledge:noPassages')} icon="book" />
        ) : (
          <PassageList
            passages={passages}
            total={total}
            page={page}
            size={PAGE_SIZE}
            onPage={(to) => setQuery({ page: pageParam(to) })}
          />
        )
      }
    </Content>
  );
}
