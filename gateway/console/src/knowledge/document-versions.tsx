import { useState } from 'preact/hooks';
import type { DocumentVersion, KnowledgeDocument } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useApp } from '../core/context.js';
import { useNames } from '../core/directory.js';
import { GuardedButton } from '../ui/permission.js';
import { hrefOf } from '../core/router.js';
import { Badge, type Tone } from '../ui/badges.js';
import { Confirm } from '../ui/confirm.js';
import { Content } from '../ui/content.js';
import { at, bytes, day } from '../ui/format.js';
import { Table, type Column } from '../ui/table.js';
import { t } from '../words/words.js';
import { MoveVersion } from './move-version.js';

const SHOWN = 100;
const TONES: Readonly<Record<DocumentVersion['state'], Tone>> = {
  current: 'good',
  waiting: 'attention',
  replaced: 'neutral',
};

interface Props {
  document: KnowledgeDocument;
  /** Why nothing can be changed. */
  refusal: string | undefined;
  onChanged(): void;
}

export const versionPath = (document: string, version: number): string =>
  `/knowledge/documents/${document}/versions/${version}`;

/** The versions of a document: each can be read, two compared, and the one that waits be moved or cancelled. */
export function DocumentVersions({ document, refusal, onChanged }: Props) {
  const { api } = useApp();
  const [asked, setAsked] = useState<'move' | 'cancel'>();
  const list = useLoad(
    (signal) => api.call.listDocumentVersions({ path: { document_id: document.id }, query: { limit: SHOWN }, signal }),
    [document.id, document.version, document.status, document.upcoming?.effective_at, document.effective_at],
  );
  const names = useNames();
  const { upcoming } = document;
  const done = (): void => {
    list.reload();
    onChanged();
  };
  const path = { document_id: document.id, version: upcoming?.version ?? 0 };
  return (
    <section class="card" aria-label={t('evidence:versions.title')}>
      <h2>{t('evidence:versions.title')}</h2>
      <Content of={list} what={t('evidence:versions.what')}>
        {({ versions, pagination: { total } }) => (
          <>
            <Table
              caption={t('evidence:versions.title')}
              columns={columnsOf({ document, refusal, onAsk: setAsked, names })}
              rows={versions}
              keyOf={({ version }) => String(version)}
            />
            {total > versions.length && (
              <p class="muted small">{t('evidence:firstOnly', { count: versions.length })}</p>
            )}
          </>
        )}
      </Content>
      {asked === 'move' && upcoming && (
        <MoveVersion document={document.id} upcoming={upcoming} onMoved={done} onClose={() => setAsked(undefined)} />
      )}
      {asked === 'cancel' && upcoming && (
        <Confirm
          title={t('evidence:versions.cancelTitle', { name: upcoming.name })}
          action={t('evidence:versions.cancel')}
          danger
          work={() => api.call.cancelDocumentVersion({ path })}
          said={t('evidence:versions.cancelled')}
          onDone={done}
          onClose={() => setAsked(undefined)}
        >
          <p>{t('evidence:versions.cancelHelp')}</p>
        </Confirm>
      )}
    </section>
  );
}

interface ColumnParts extends Pick<Props, 'document' | 'refusal'> {
  onAsk(what: 'move' | 'cancel'): void;
  names(actor: string): string;
}

function columnsOf({ document, refusal, onAsk, names }: ColumnParts): readonly Column<DocumentVersion>[] {
  return [
    {
      title: t('evidence:versions.version'),
      heading: true,
      cell: (one) => (
        <span class="item-name">
          {one.text_kept ? (
            <a href={hrefOf(versionPath(document.id, one.version))}>
              {t('evidence:versions.numbered', { version: one.version })}
            </a>
          ) : (
            <span>{t('evidence:versions.numbered', { version: one.version })}</span>
          )}
          <span class="muted small">{`${one.name}, ${bytes(one.size)}`}</span>
        </span>
      ),
    },
    {
      title: t('knowledge:status'),
      cell: ({ state }) => <Badge tone={TONES[state]}>{t(`evidence:versions.state.${state}`)}</Badge>,
    },
    { title: t('evidence:versions.dates'), named: true, cell: (one) => <Dates version={one} names={names} /> },
    {
      title: t('knowledge:actions'),
      cell: (one) => (
        <span class="row-actions">
          {one.text_kept && one.version > 1 && (
            <a
              class="button quiet"
              href={hrefOf(`${versionPath(document.id, one.version)}?against=${one.version - 1}`)}
            >
              {t('evidence:versions.compare')}
              <span class="hidden"> {t('evidence:versions.numbered', { version: one.version })}</span>
            </a>
          )}
          {one.version === document.upcoming?.version && (
            <>
              <GuardedButton refusal={refusal} kind="quiet" onClick={() => onAsk('move')}>
                {t('evidence:versions.move')}
              </GuardedButton>
              <GuardedButton refusal={refusal} kind="quiet" onClick={() => onAsk('cancel')}>
                {t('evidence:versions.cancel')}
              </GuardedButton>
            </>
          )}
        </span>
      ),
    },
  ];
}

/** When a version came and by whom, from when until when it holds, and when it went. */
function Dates({ version, names }: { version: DocumentVersion; names(actor: string): string }) {
  const { uploaded_by: by, uploaded_at: came, effective_at: from, expires_at: until, replaced_at: went } = version;
  const lines = [
    by === null
      ? t('evidence:versions.uploaded', { when: at(came) })
      : t('evidence:versions.uploadedBy', { when: at(came), name: names(by) }),
    from !== null && t('evidence:versions.from', { day: day(from.slice(0, 10)) }),
    until !== null && t('evidence:versions.until', { day: day(until.slice(0, 10)) }),
    went !== null && t('evidence:versions.replaced', { when: at(went) }),
    !version.text_kept && version.state === 'replaced' && t('evidence:versions.notKept'),
  ];
  return <span class="stacked small">{lines.map((line) => line !== false && <span key={line}>{line}</span>)}</span>;
}
