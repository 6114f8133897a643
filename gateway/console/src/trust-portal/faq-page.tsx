import { useState } from 'preact/hooks';
import type { FaqEntry } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useApp } from '../core/context.js';
import { GuardedButton } from '../ui/permission.js';
import { Confirm } from '../ui/confirm.js';
import { Content } from '../ui/content.js';
import { Icon } from '../ui/icon.js';
import { Empty } from '../ui/states.js';
import { Table, type Column } from '../ui/table.js';
import { When } from '../ui/when.js';
import { t } from '../words/words.js';
import { PublishAnswers } from './faq-publish.js';
import { PortalFrame, useMayNotWrite } from './portal-frame.js';

/** An entry with the words that it is known by. */
type Named = FaqEntry & { name: string };
type Open = { kind: 'publish' } | { kind: 'withdraw'; entry: Named };

const SHOWN = 1000;

/** Which answers of the library visitors of the portal see. */
export default function FaqPage() {
  const mayNotWrite = useMayNotWrite();
  const [open, setOpen] = useState<Open>();
  return (
    <PortalFrame
      title={t('portal:tab.faq')}
      actions={
        <GuardedButton refusal={mayNotWrite} kind="primary" onClick={() => setOpen({ kind: 'publish' })}>
          <Icon name="plus" />
          {t('portal:faq.publish')}
        </GuardedButton>
      }
    >
      <Entries refusal={mayNotWrite} open={open} onOpen={setOpen} />
    </PortalFrame>
  );
}

interface EntriesProps {
  refusal: string | undefined;
  open: Open | undefined;
  onOpen(open: Open | undefined): void;
}

function Entries({ refusal, open, onOpen }: EntriesProps) {
  const { api } = useApp();
  const loaded = useLoad(async (signal) => {
    const [{ entries }, { answers }] = await Promise.all([
      api.call.listTrustPortalFaq({ signal }),
      api.call.listTrustPortalFaqAnswers({ query: { limit: SHOWN }, signal }),
    ]);
    const questions = new Map(answers.map((one) => [one.answer_id, one.question]));
    const named = entries.map((entry) => ({
      ...entry,
      name: entry.tag ?? questions.get(entry.answer_id ?? '') ?? t('portal:faq.gone'),
    }));
    return { entries: named, answers };
  }, []);
  const columns: readonly Column<Named>[] = [
    {
      title: t('portal:faq.what'),
      heading: true,
      cell: ({ tag, name }) => (
        <>
          <strong class="text">{name}</strong> <span class="muted">{tag === null ? '' : t('portal:faq.byTag')}</span>
        </>
      ),
    },
    { title: t('portal:created'), minor: true, numeric: true, cell: ({ created_at: time }) => <When time={time} /> },
    {
      title: t('portal:actions'),
      cell: (entry) => (
        <span class="row-actions">
          <GuardedButton refusal={refusal} kind="quiet" onClick={() => onOpen({ kind: 'withdraw', entry })}>
            {t('portal:faq.withdraw')}
            <span class="hidden"> {entry.name}</span>
          </GuardedButton>
        </span>
      ),
    },
  ];
  return (
    <>
      <Content of={loaded} what={t('portal:what.faq')}>
        {({ entries, answers }) =>
          entries.length > 0 ? (
            <>
              <Table caption={t('portal:faq.caption')} columns={columns} rows={entries} keyOf={({ id }) => id} />
              <section class="section">
                <h2>{t('portal:faq.seen')}</h2>
                <Table
                  caption={t('portal:faq.seenCaption')}
                  columns={[
                    { title: t('portal:faq.question'), heading: true, cell: ({ question }) => question },
                    { title: t('portal:faq.answer'), cell: ({ answer }) => <span class="text">{answer}</span> },
                  ]}
                  rows={answers}
                  keyOf={({ answer_id: id }) => id}
                />
              </section>
            </>
          ) : (
            <Empty title={t('portal:faq.none')} icon="megaphone">
              <p>{t('portal:faq.noneHelp')}</p>
            </Empty>
          )
        }
      </Content>
      {open?.kind === 'publish' && <PublishAnswers onClose={() => onOpen(undefined)} onPublished={loaded.reload} />}
      {open?.kind === 'withdraw' && (
        <Confirm
          title={t('portal:faq.withdrawTitle', { name: open.entry.name })}
          action={t('portal:faq.withdraw')}
          danger
          work={() => api.call.removeTrustPortalFaqEntry({ path: { faq_entry_id: open.entry.id } })}
          said={t('portal:faq.withdrawn')}
          onDone={loaded.reload}
          onClose={() => onOpen(undefined)}
        >
          <p>{t('portal:faq.withdrawHelp')}</p>
        </Confirm>
      )}
    </>
  );
}
