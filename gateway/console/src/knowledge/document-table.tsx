import type { KnowledgeDocument } from '../api/types.js';
import { GuardedButton } from '../ui/permission.js';
import { hrefOf } from '../core/router.js';
import { Badge, type Tone } from '../ui/badges.js';
import { bytes, day, number } from '../ui/format.js';
import { Table, type Column } from '../ui/table.js';
import { When } from '../ui/when.js';
import { t } from '../words/words.js';

const TONES: Readonly<Record<KnowledgeDocument['status'], Tone>> = { PROCESSING: 'busy', READY: 'good', FAILED: 'bad' };

/** The kinds of files by their media types. */
const kinds = (): Readonly<Record<string, string>> => ({
  'application/pdf': 'PDF',
  'image/png': t('knowledge:image'),
  'image/jpeg': t('knowledge:image'),
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel',
  'text/csv': 'CSV',
  'text/markdown': 'Markdown',
  'text/plain': t('knowledge:plainText'),
  'text/html': 'HTML',
});

/** Whether it holds only from a later day on. */
export const isEarly = ({ effective_at: from }: KnowledgeDocument): boolean =>
  from !== null && Date.parse(from) > Date.now();

export function DocumentState({ document }: { document: KnowledgeDocument }) {
  const { status } = document;
  if (status === 'READY' && isEarly(document)) return <Badge tone="attention">{t('evidence:notYetInForce')}</Badge>;
  return <Badge tone={TONES[status]}>{t(`knowledge:documentStatus.${status}`)}</Badge>;
}

/** "PDF, 120 KB". */
export const kindOf = ({ mime_type: type, size }: KnowledgeDocument): string =>
  `${kinds()[type] ?? type}, ${bytes(size)}`;

interface Props {
  documents: readonly KnowledgeDocument[];
  /** Why nothing can be changed. */
  refusal: string | undefined;
  onDelete(document: KnowledgeDocument): void;
}

export function DocumentTable({ documents, refusal, onDelete }: Props) {
  const columns: readonly Column<KnowledgeDocument>[] = [
    {
      title: t('knowledge:document'),
      heading: true,
      cell: (document) => (
        <span class="item-name">
          <a href={hrefOf(`/knowledge/documents/${document.id}`)}>{document.name}</a>
          <span class="muted small">{kindOf(document)}</span>
        </span>
      ),
    },
    { title: t('knowledge:status'), cell: (document) => <DocumentState document={document} /> },
    {
      title: t('knowledge:passages'),
      numeric: true,
      named: true,
      cell: ({ status, passage_count: passages }) => (status === 'READY' ? number(passages) : '–'),
    },
    {
      title: t('knowledge:addedOn'),
      minor: true,
      numeric: true,
      cell: ({ created_at: created }) => <When time={created} />,
    },
    {
      title: t('knowledge:actions'),
      cell: (document) => (
        <span class="row-actions">
          <GuardedButton refusal={refusal} kind="quiet" onClick={() => onDelete(document)}>
            {t('knowledge:delete')}
            <span class="hidden"> {document.name}</span>
          </GuardedButton>
        </span>
      ),
    },
  ];
  return (
    <Table
      caption={t('knowledge:documentTable')}
      columns={columns}
      rows={documents}
      keyOf={({ id }) => id}
      below={(document) => {
        const { error, warnings, effective_at: from } = document;
        return error === null && warnings.length === 0 && !isEarly(document) ? null : (
          <>
            {isEarly(document) && <p class="small">{t('evidence:notYet', { day: day((from ?? '').slice(0, 10)) })}</p>}
            {error !== null && <p class="late small">{error.message}</p>}
            {warnings.map(({ message }) => (
              <p key={message} class="small">
                {message}
              </p>
            ))}
          </>
        );
      }}
    />
  );
}
