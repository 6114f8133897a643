import { useState } from 'preact/hooks';
import { useInterval, useLoad } from '../api/use-load.js';
import { useCommands } from '../app/commands.js';
import { useApp } from '../app/context.js';
import { Button } from '../ui/button.js';
import { Content } from '../ui/content.js';
import { DropZone } from '../ui/drop-zone.js';
import { count } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { PageFrame } from '../ui/page.js';
import { Pager } from '../ui/pager.js';
import { Empty } from '../ui/states.js';
import { t } from '../words/words.js';
import { ListFilters, useListQuery } from './list-filters.js';
import { PAGE_SIZE, searchFor } from './list-query.js';
import { QuestionnaireTable } from './list-table.js';
import { UploadDialog } from './upload-dialog.js';

/** While something is being processed somebody may be waiting for it. */
const POLL_MS = 3000;

/** All questionnaires of the organization, newest first. */
export default function ListPage() {
  const { api, may } = useApp();
  const [query, setQuery] = useListQuery();
  const [dropped, setDropped] = useState<File[]>();
  const mayUpload = may('MEMBER', 'Questionnaires: write');
  useCommands([mayUpload && { name: t('panel:palette.upload'), run: () => setDropped([]) }]);
  const words = searchFor(query);
  const list = useLoad(
    (signal) => {
      const page = { limit: PAGE_SIZE, offset: query.page * PAGE_SIZE };
      return words === ''
        ? api.call.listQuestionnaires({ query: page, signal })
        : api.call.searchQuestionnaires({ query: { query: words, ...page }, signal });
    },
    [words, query.page],
  );
  useInterval(list.reload, POLL_MS, list.data?.should_poll ?? false);

  const total = list.data?.pagination.total ?? 0;
  return (
    <DropZone hint="Let go to upload" enabled={mayUpload && dropped === undefined} onFiles={setDropped}>
      <PageFrame
        title="Questionnaires"
        subtitle={
          total > 0 && count(total, words === '' ? 'questionnaire' : 'match', words === '' ? undefined : 'matches')
        }
        actions={
          mayUpload && (
            <Button kind="primary" onClick={() => setDropped([])}>
              <Icon name="upload" />
              Upload a questionnaire
            </Button>
          )
        }
      >
        <ListFilters query={query} onChange={setQuery} />
        <Content of={list} what="the questionnaires">
          {({ questionnaires }) =>
            questionnaires.length > 0 ? (
              <QuestionnaireTable questionnaires={questionnaires} />
            ) : (
              <NothingFound searched={words !== ''} mayUpload={mayUpload} />
            )
          }
        </Content>
        <Pager page={query.page} total={total} size={PAGE_SIZE} onPage={(page) => setQuery({ page })} />
      </PageFrame>
      {dropped && <UploadDialog files={dropped} onClose={() => setDropped(undefined)} onUploaded={list.reload} />}
    </DropZone>
  );
}

function NothingFound({ searched, mayUpload }: { searched: boolean; mayUpload: boolean }) {
  if (searched) {
    return (
      <Empty title="Nothing matches" icon="search">
        <p>Try fewer words, or another status. The search looks at titles, companies, tags, questions and answers.</p>
      </Empty>
    );
  }
  return (
    <Empty title="No questionnaires yet" icon="upload">
      <p>
        {mayUpload
          ? 'Drop a file anywhere on this page, or paste the questions as text. Every question is answered from your own evidence, with its source, or left open.'
          : 'Here they appear when somebody uploads one. Your key may read, not upload.'}
      </p>
    </Empty>
  );
}
