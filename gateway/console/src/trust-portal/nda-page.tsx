import { useEffect, useState } from 'preact/hooks';
import type { NdaAcceptance } from '../api/types.js';
import { receive, save } from '../api/transfer.js';
import { useLoad } from '../api/use-load.js';
import { attempt, useTask } from '../ui/use-task.js';
import { fieldWords, wordsOf } from '../api/words.js';
import { useApp } from '../core/context.js';
import { GuardedButton } from '../ui/permission.js';
import { pageIn, pageParam, useQuery } from '../core/use-query.js';
import { Button } from '../ui/button.js';
import { Content } from '../ui/content.js';
import { submitting, TextField } from '../ui/field.js';
import { number } from '../ui/format.js';
import { Pager } from '../ui/pager.js';
import { Empty, Notice } from '../ui/states.js';
import { Table, type Column } from '../ui/table.js';
import { notify } from '../ui/toast.js';
import { When } from '../ui/when.js';
import { t } from '../words/words.js';
import { PortalFrame, useMayNotWrite } from './portal-frame.js';

const PAGE_SIZE = 50;

/** The agreement that visitors accept, and who did. */
export default function NdaPage() {
  const mayNotWrite = useMayNotWrite();
  const { api } = useApp();
  const nda = useLoad((signal) => api.call.getNda({ signal }), []);
  return (
    <PortalFrame title={t('portal:tab.nda')}>
      <Content of={nda} what={t('portal:what.nda')}>
        {({ version, text, copy_to: copyTo }) => (
          <NdaForm refusal={mayNotWrite} version={version} text={text} copyTo={copyTo} onSaved={nda.reload} />
        )}
      </Content>
      <Acceptances />
    </PortalFrame>
  );
}

interface FormProps {
  refusal: string | undefined;
  version: number;
  text: string;
  copyTo: string;
  onSaved(): void;
}

function NdaForm({ refusal, version, onSaved, ...before }: FormProps) {
  const { api } = useApp();
  const [text, setText] = useState(before.text);
  const [copyTo, setCopyTo] = useState(before.copyTo);
  const task = useTask();
  useEffect(() => {
    setText(before.text);
    setCopyTo(before.copyTo);
  }, [before.text, before.copyTo]);
  const put = async (): Promise<void> => {
    if (!(await task.run(() => api.call.setNda({ body: { text, copy_to: copyTo } })))) return;
    notify(t('portal:nda.saved'));
    onSaved();
  };
  const wrong = [fieldWords(task.failure, 'text'), fieldWords(task.failure, 'copy_to')];
  const changed = text !== before.text || copyTo !== before.copyTo;
  return (
    <form class="section" onSubmit={submitting(() => void put())}>
      <p class="muted">
        {version === 0 ? t('portal:nda.none') : t('portal:nda.version', { version: number(version) })}
      </p>
      <TextField
        label={t('portal:nda.text')}
        help={t('portal:nda.textHelp')}
        rows={14}
        value={text}
        error={wrong[0]}
        onInput={setText}
      />
      <TextField
        label={t('portal:nda.copyTo')}
        help={t('portal:nda.copyToHelp')}
        type="email"
        value={copyTo}
        error={wrong[1]}
        onInput={setCopyTo}
      />
      {task.failure !== undefined && wrong.every((one) => one === undefined) && (
        <Notice kind="error">{wordsOf(task.failure)}</Notice>
      )}
      <p>
        <GuardedButton refusal={refusal} kind="primary" disabled={!changed} busy={task.busy} onClick={() => void put()}>
          {t('portal:nda.put')}
        </GuardedButton>
      </p>
    </form>
  );
}

function Acceptances() {
  const { api } = useApp();
  const [query, setQuery] = useQuery();
  const page = pageIn(query);
  const list = useLoad(
    (signal) => api.call.listNdaAcceptances({ query: { limit: PAGE_SIZE, offset: page * PAGE_SIZE }, signal }),
    [page],
  );
  const give = (id: string): Promise<boolean> =>
    attempt(async () => save(await receive(api, `/v1/trustportal/nda/acceptances/${id}/file`)));
  const columns: readonly Column<NdaAcceptance>[] = [
    {
      title: t('portal:access.who'),
      heading: true,
      cell: ({ name, company, email }) => (
        <span class="stacked">
          <strong class="text">{name}</strong>
          <span class="small muted text">{[company, email].filter(Boolean).join(' · ')}</span>
        </span>
      ),
    },
    { title: t('portal:document.version'), numeric: true, cell: ({ version }) => number(version) },
    { title: t('portal:nda.from'), minor: true, cell: ({ address }) => <span class="text">{address}</span> },
    { title: t('portal:nda.when'), cell: ({ accepted_at: time }) => <When time={time} /> },
    {
      title: t('portal:actions'),
      cell: ({ id, name }) => (
        <Button onClick={() => void give(id)}>
          {t('portal:nda.pdf')}
          <span class="hidden"> {name}</span>
        </Button>
      ),
    },
  ];
  return (
    <section class="section" aria-label={t('portal:nda.acceptances')}>
      <h2>{t('portal:nda.acceptances')}</h2>
      <Content of={list} what={t('portal:what.acceptances')}>
        {({ acceptances }) =>
          acceptances.length > 0 ? (
            <Table caption={t('portal:nda.caption')} columns={columns} rows={acceptances} keyOf={({ id }) => id} />
          ) : (
            <Empty title={t('portal:nda.noAcceptances')} icon="person">
              <p>{t('portal:nda.noAcceptancesHelp')}</p>
            </Empty>
          )
        }
      </Content>
      <Pager
        page={page}
        total={list.data?.pagination.total ?? 0}
        size={PAGE_SIZE}
        onPage={(to) => setQuery({ page: pageParam(to) })}
      />
    </section>
  );
}
