import { useState } from 'preact/hooks';
import type { AccessRequest } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useApp } from '../core/context.js';
import { GuardedButton } from '../ui/permission.js';
import { pageIn, pageParam, useQuery } from '../core/use-query.js';
import { Badge, type Tone } from '../ui/badges.js';
import { Confirm } from '../ui/confirm.js';
import { Content } from '../ui/content.js';
import { at } from '../ui/format.js';
import { Pager } from '../ui/pager.js';
import { Choice, SearchBox } from '../ui/search-box.js';
import { Empty } from '../ui/states.js';
import { Table, type Column } from '../ui/table.js';
import { When } from '../ui/when.js';
import { t } from '../words/words.js';
import { AccessRulesDialog, ApproveRequest, DeclineRequest } from './access-request-dialogs.js';
import { AccessFigures } from './access-figures.js';
import { PortalFrame, useMayNotWrite } from './portal-frame.js';

const PAGE_SIZE = 50;
type State = AccessRequest['state'];
const TONES: Readonly<Record<State, Tone>> = {
  open: 'attention',
  approved: 'good',
  declined: 'neutral',
  revoked: 'bad',
  expired: 'neutral',
};
const STATES = Object.keys(TONES) as State[];

type Open = { kind: 'approve' | 'decline' | 'revoke' | 'erase'; request: AccessRequest };

const stateChoices = (): (readonly [State | '', string])[] => [
  ['', t('portal:access.all')],
  ...STATES.map((state) => [state, t(`portal:access.state.${state}`)] as const),
];

/** Who asked for documents, and what was decided. */
export default function AccessRequestsPage() {
  const mayNotWrite = useMayNotWrite();
  const [rules, setRules] = useState(false);
  return (
    <PortalFrame
      title={t('portal:tab.requests')}
      actions={
        <GuardedButton refusal={mayNotWrite} onClick={() => setRules(true)}>
          {t('portal:access.rules')}
        </GuardedButton>
      }
    >
      <AccessFigures />
      <RequestList refusal={mayNotWrite} />
      {rules && <AccessRulesDialog onClose={() => setRules(false)} />}
    </PortalFrame>
  );
}

function RequestList({ refusal }: { refusal: string | undefined }) {
  const { api } = useApp();
  const [query, setQuery] = useQuery();
  const [open, setOpen] = useState<Open>();
  const words = query.get('q') ?? '';
  const state = STATES.find((one) => one === query.get('state')) ?? '';
  const page = pageIn(query);
  const list = useLoad(
    (signal) =>
      api.call.listAccessRequests({
        query: {
          limit: PAGE_SIZE,
          offset: page * PAGE_SIZE,
          ...(words === '' ? {} : { query: words }),
          ...(state === '' ? {} : { state }),
        },
        signal,
      }),
    [words, state, page],
  );
  const change = (values: Record<string, string | undefined>): void => setQuery({ page: undefined, ...values });
  const close = (): void => setOpen(undefined);
  const columns: readonly Column<AccessRequest>[] = [
    {
      title: t('portal:access.who'),
      heading: true,
      cell: ({ name, email, company }) => (
        <span class="stacked">
          <strong class="text">{name}</strong>
          <span class="small muted text">{company}</span>
          <span class="small muted text">{email}</span>
        </span>
      ),
    },
    {
      title: t('portal:access.what'),
      cell: ({ documents, reason }) => (
        <span class="stacked">
          <span class="text">
            {documents.map(({ title }) => title || t('portal:access.deletedDocument')).join(', ')}
          </span>
          <span class="small muted text">{reason}</span>
        </span>
      ),
    },
    {
      title: t('portal:status'),
      cell: (request) => (
        <span class="stacked small">
          <Badge tone={TONES[request.state]}>{t(`portal:access.state.${request.state}`)}</Badge>
          {request.state === 'approved' && request.expires_at !== null && (
            <span class="muted">{t('portal:document.until', { time: at(request.expires_at) })}</span>
          )}
          {request.nda_version !== null && (
            <span class="muted">{t('portal:access.acceptedNda', { version: request.nda_version })}</span>
          )}
        </span>
      ),
    },
    { title: t('portal:access.asked'), minor: true, cell: ({ created_at: time }) => <When time={time} /> },
    { title: t('portal:actions'), cell: (request) => <Actions request={request} refusal={refusal} onOpen={setOpen} /> },
  ];
  return (
    <>
      <div class="toolbar" role="search">
        <SearchBox
          label={t('portal:access.search')}
          placeholder={t('portal:access.searchHelp')}
          value={words}
          onSearch={(q) => change({ q })}
        />
        <Choice
          label={t('portal:status')}
          value={state}
          options={stateChoices()}
          onChoose={(value) => change({ state: value })}
        />
      </div>
      <Content of={list} what={t('portal:what.requests')}>
        {({ requests }) =>
          requests.length > 0 ? (
            <Table caption={t('portal:access.caption')} columns={columns} rows={requests} keyOf={({ id }) => id} />
          ) : (
            <Empty title={t('portal:access.none')} icon="person">
              <p>{t('portal:access.noneHelp')}</p>
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
      {open?.kind === 'approve' && <ApproveRequest request={open.request} onClose={close} onDone={list.reload} />}
      {open?.kind === 'decline' && <DeclineRequest request={open.request} onClose={close} onDone={list.reload} />}
      {(open?.kind === 'revoke' || open?.kind === 'erase') && (
        <EndRequest open={open} onClose={close} onDone={list.reload} />
      )}
    </>
  );
}

interface ActionsProps {
  request: AccessRequest;
  refusal: string | undefined;
  onOpen(open: Open): void;
}

function Actions({ request, refusal, onOpen }: ActionsProps) {
  const { state, name } = request;
  const button = (kind: Open['kind'], words: string, quiet = false) => (
    <GuardedButton refusal={refusal} kind={quiet ? 'quiet' : 'secondary'} onClick={() => onOpen({ kind, request })}>
      {words}
      <span class="hidden"> {name}</span>
    </GuardedButton>
  );
  return (
    <span class="row-actions">
      {button('approve', state === 'open' ? t('portal:access.approve') : t('portal:access.giveAgain'))}
      {state === 'open' && button('decline', t('portal:access.decline'))}
      {state === 'approved' && button('revoke', t('portal:access.revoke'))}
      {button('erase', t('portal:access.erase'), true)}
    </span>
  );
}

interface EndProps {
  open: Open;
  onClose(): void;
  onDone(): void;
}

function EndRequest({ open: { kind, request }, onClose, onDone }: EndProps) {
  const { api } = useApp();
  const path = { access_request_id: request.id };
  const isErasure = kind === 'erase';
  return (
    <Confirm<unknown>
      title={
        isErasure
          ? t('portal:access.eraseTitle', { name: request.name })
          : t('portal:access.revokeTitle', { name: request.name })
      }
      action={isErasure ? t('portal:access.erase') : t('portal:access.revoke')}
      danger
      work={() => (isErasure ? api.call.deleteAccessRequest({ path }) : api.call.revokeAccessRequest({ path }))}
      said={isErasure ? t('portal:access.erased') : t('portal:access.revoked')}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{isErasure ? t('portal:access.eraseHelp') : t('portal:access.revokeHelp')}</p>
    </Confirm>
  );
}
