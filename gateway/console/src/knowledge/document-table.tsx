import type { KnowledgeDocument } from '../api/types.js';
import { GuardedButton } from '../app/permission.js';
import { hrefOf } from '../app/router.js';
import { Badge, type Tone } from '../ui/badges.js';
import { bytes, number } from '../ui/format.js';
import { Table, type Column } from '../ui/table.js';
import { When } from '../ui/when.js';

const STATES: Readonly<Record<KnowledgeDocument['status'], readonly [string, Tone]>> = {
  PROCESSING: ['Being read', 'busy'],
  READY: ['In use', 'good'],
  FAILED: ['Could not be read', 'bad'],
};

const KINDS: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'image/png': 'Picture',
  'image/jpeg': 'Picture',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel',
  'text/csv': 'CSV',
  'text/markdown': 'Markdown',
  'text/plain': 'Text',
  'text/html': 'HTML',
};

export function DocumentState({ document: { status } }: { document: KnowledgeDocument }) {
  const [name, tone] = STATES[status];
  return <Badge tone={tone}>{name}</Badge>;
}

/** "PDF, 120 KB". */
export const kindOf = ({ mime_type: type, size }: KnowledgeDocument): string =>
  `${KINDS[type] ?? type}, ${bytes(size)}`;

interface Props {
  documents: readonly KnowledgeDocument[];
  /** Why nothing can be changed. */
  refusal: string | undefined;
  onDelete(document: KnowledgeDocument): void;
}

export function DocumentTable({ documents, refusal, onDelete }: Props) {
  const columns: readonly Column<KnowledgeDocument>[] = [
    {
      title: 'Document',
      heading: true,
      cell: (document) => (
        <span class="item-name">
          <a href={hrefOf(`/knowledge/documents/${document.id}`)}>{document.name}</a>
          <span class="muted small">{kindOf(document)}</span>
        </span>
      ),
    },
    { title: 'State', cell: (document) => <DocumentState document={document} /> },
    {
      title: 'Passages',
      numeric: true,
      cell: ({ status, passage_count: passages }) => (status === 'READY' ? number(passages) : '–'),
    },
    {
      title: 'Added',
      minor: true,
      numeric: true,
      cell: ({ created_at: created }) => <When time={created} />,
    },
    {
      title: 'What to do',
      cell: (document) => (
        <span class="row-actions">
          <GuardedButton refusal={refusal} kind="quiet" onClick={() => onDelete(document)}>
            Delete<span class="hidden"> {document.name}</span>
          </GuardedButton>
        </span>
      ),
    },
  ];
  return (
    <Table
      caption="Documents of the evidence, newest first"
      columns={columns}
      rows={documents}
      keyOf={({ id }) => id}
      below={({ error, warnings }) =>
        error === null && warnings.length === 0 ? null : (
          <>
            {error !== null && <p class="late small">{error.message}</p>}
            {warnings.map(({ message }) => (
              <p key={message} class="small">
                {message}
              </p>
            ))}
          </>
        )
      }
    />
  );
}
