import { useState } from 'preact/hooks';
import { useLoad } from '../api/use-load.js';
import { useApp } from '../core/context.js';
import { pageIn, pageParam, useQuery } from '../core/use-query.js';
import { Badge } from '../ui/badges.js';
import { Button } from '../ui/button.js';
import { Confirm } from '../ui/confirm.js';
import { Content } from '../ui/content.js';
import { PageFrame } from '../ui/page.js';
import { Pager } from '../ui/pager.js';
import { Notice } from '../ui/states.js';
import { Table, type Column } from '../ui/table.js';
import { When } from '../ui/when.js';
import type { SignedInBrowser } from '../api/types.js';
import { OwnExtensions } from '../channels/own-extensions.js';
import { OwnAgents } from './account-connected.js';
import { PasswordForm } from './account-password.js';
import { browserName } from './browser-name.js';
import { SignOutEverywhere } from './sign-out-everywhere.js';
import { t } from '../words/words.js';

const PAGE_SIZE = 20;

/** One's own: where one is signed in, and the password. */
export default function AccountPage() {
  const { session } = useApp();
  return (
    <PageFrame title={t('account:title')} subtitle={session.user?.email}>
      {session.sign_in === null ? <Notice kind="info">{t('account:forPeople')}</Notice> : <Account />}
    </PageFrame>
  );
}

function Account() {
  const { api } = useApp();
  const methods = useLoad((signal) => api.call.listSignInMethods({ signal }), [api]);
  return (
    <>
      {methods.data?.password === true && <PasswordForm />}
      <Browsers />
      <OwnAgents />
      <OwnExtensions />
    </>
  );
}

function Browsers() {
  const { api, signOut } = useApp();
  const [query, setQuery] = useQuery();
  const [leaving, setLeaving] = useState(false);
  const [open, setOpen] = useState<SignedInBrowser>();
  const page = pageIn(query);
  const list = useLoad(
    (signal) => api.call.listSignIns({ query: { limit: PAGE_SIZE, offset: page * PAGE_SIZE }, signal }),
    [api, page],
  );
  const columns: readonly Column<SignedInBrowser>[] = [
    {
      title: t('account:browser'),
      heading: true,
      cell: (one) => (
        <span class="item-name">
          <span class="tags">
            <strong>{nameOf(one)}</strong>
            {one.is_current && <Badge tone="attention">{t('account:current')}</Badge>}
          </span>
          <span class="muted small">{t(`account:method.${one.method}`)}</span>
        </span>
      ),
    },
    { title: t('account:since'), minor: true, cell: ({ created_at: at }) => <When time={at} /> },
    { title: t('account:seen'), cell: ({ seen_at: at }) => <When time={at} /> },
    {
      title: t('account:actions'),
      cell: (one) =>
        !one.is_current && (
          <Button onClick={() => setOpen(one)}>
            {t('account:end')}
            <span class="hidden"> {nameOf(one)}</span>
          </Button>
        ),
    },
  ];
  return (
    <section class="section">
      <h2>{t('account:browsers')}</h2>
      <Content of={list} what={t('account:what')}>
        {({ sign_ins: all, pagination: { total } }) => (
          <>
            <Table caption={t('account:browsers')} columns={columns} rows={all} keyOf={({ id }) => id} />
            <Pager page={page} total={total} size={PAGE_SIZE} onPage={(to) => setQuery({ page: pageParam(to) })} />
            <p>
              <Button onClick={() => setLeaving(true)}>{t('account:everywhere.action')}</Button>
            </p>
          </>
        )}
      </Content>
      {leaving && (
        <SignOutEverywhere onDone={() => signOut(t('account:everywhere.done'))} onClose={() => setLeaving(false)} />
      )}
      {open && (
        <Confirm
          title={t('account:endTitle')}
          action={t('account:end')}
          danger
          work={() => api.call.revokeSignIn({ path: { sign_in_id: open.id } })}
          said={t('account:ended')}
          onDone={list.reload}
          onClose={() => setOpen(undefined)}
        >
          <p>
            {nameOf(open)}. {t('account:endHelp')}
          </p>
        </Confirm>
      )}
    </section>
  );
}

const nameOf = ({ user_agent: userAgent }: SignedInBrowser): string =>
  browserName(userAgent) || t('account:unknownBrowser');
