import { useState } from 'preact/hooks';
import { useInterval, useLoad } from '../api/use-load.js';
import { useCommands } from '../core/commands.js';
import { useApp } from '../core/context.js';
import { useQuery } from '../core/use-query.js';
import { Button } from '../ui/button.js';
import { Content } from '../ui/content.js';
import { DropZone } from '../ui/drop-zone.js';
import { Icon } from '../ui/icon.js';
import { PageFrame } from '../ui/page.js';
import { Pager } from '../ui/pager.js';
import { Empty } from '../ui/states.js';
import { t } from '../words/words.js';
import { ListFilters, useListQuery } from './list-filters.js';
import { isNarrowed, optionsFor, PAGE_SIZE, searchFor } from './list-query.js';
import { QuestionnaireTable } from './list-table.js';
import { UploadDialog } from './upload-dialog.js';

/** While something is being processed somebody may be waiting for it. */
const POLL_MS = 3000;

/** The questionnaires of the organization, as they are looked for and sorted. `?upload=yes` opens the upload. */
export default function ListPage() {
  const { api, may } = useApp();
  const [address, setAddress] = useQuery();
  const [query, setQuery] = useListQuery();
  const [dropped, setDropped] = useState<File[]>();
  const mayUpload = may('MEMBER', 'Questionnaires: write');
  useCommands([mayUpload && { name: t('panel:palette.upload'), run: () => setDropped([]) }]);
  const words = searchFor(query);
  const options = optionsFor(query);
  const list = useLoad(
    (signal) => {
      const page = { limit: PAGE_SIZE, offset: query.page * PAGE_SIZE };
      return words === ''
        ? api.call.listQuestionnaires({ query: { ...page, ...options }, signal })
        : api.call.searchQuestionnaires({ query: { query: words, ...page, ...options }, signal });
    },
    [words, query.page, JSON.stringify(options)],
  );
  useInterval(list.reload, POLL_MS, list.data?.should_poll ?? false);

  const total = list.data?.pagination.total ?? 0;
  const narrowed = isNarrowed(query);
  const files = dropped ?? (mayUpload && address.get('upload') === 'yes' ? [] : undefined);
  const close = (): void => {
    setDropped(undefined);
    if (address.has('upload')) setAddress({ upload: undefined });
  };
  return (
    <DropZone hint={t('questionnaires:list.drop')} enabled={mayUpload && files === undefined} onFiles={setDropped}>
      <PageFrame
        title={t('questionnaires:list.title')}
        subtitle={
          total > 0 &&
          (narrowed
            ? t('questionnaires:list.matches', { count: total })
            : t('questionnaires:list.count', { count: total }))
        }
        actions={
          mayUpload && (
            <Button kind="primary" onClick={() => setDropped([])}>
              <Icon name="upload" />
              {t('questionnaires:upload.title')}
            </Button>
          )
        }
      >
        <ListFilters query={query} onChange={setQuery} />
        <Content of={list} what={t('questionnaires:list.loading')}>
          {({ questionnaires }) =>
            questionnaires.length > 0 ? (
              <QuestionnaireTable questionnaires={questionnaires} query={query} onSort={setQuery} />
            ) : (
              <NothingFound searched={narrowed} mayUpload={mayUpload} />
            )
          }
        </Content>
        <Pager page={query.page} total={total} size={PAGE_SIZE} onPage={(page) => setQuery({ page })} />
      </PageFrame>
      {files && <UploadDialog files={files} onClose={close} onUploaded={list.reload} />}
    </DropZone>
  );
}

function NothingFound({ searched, mayUpload }: { searched: boolean; mayUpload: boolean }) {
  if (searched) {
    return (
      <Empty title={t('questionnaires:list.nothing')} icon="search">
        <p>{t('questionnaires:list.nothingHelp')}</p>
      </Empty>
    );
  }
  return (
    <Empty title={t('questionnaires:list.none')} icon="upload">
      <p>{mayUpload ? t('questionnaires:list.noneHelp') : t('questionnaires:list.noneToRead')}</p>
    </Empty>
  );
}
