import type { LibraryAnswer } from '../api/types.js';
import { useDirectory } from '../app/directory.js';
import { GuardedButton } from '../app/permission.js';
import { Badge } from '../ui/badges.js';
import { ago, at } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { Table, type Column } from '../ui/table.js';
import { originOf, stateOf, type AnswerStatus } from './answer-words.js';

interface Props {
  answers: readonly LibraryAnswer[];
  /** Why nothing can be changed. */
  refusal: string | undefined;
  onOpen(answer: LibraryAnswer): void;
  onTag(tag: string): void;
  onVerify(answer: LibraryAnswer): void;
  onStatus(answer: LibraryAnswer, status: AnswerStatus): void;
}

export function LibraryTable({ answers, refusal, onOpen, onTag, onVerify, onStatus }: Props) {
  const { users } = useDirectory();
  const ownerOf = ({ owner_id: owner }: LibraryAnswer): string =>
    owner === null ? 'Nobody' : (users.find(({ id }) => id === owner)?.name ?? 'A former user');
  const columns: readonly Column<LibraryAnswer>[] = [
    {
      title: 'Question and answer',
      heading: true,
      cell: (answer) => (
        <span class="entry">
          <button type="button" class="entry-name" onClick={() => onOpen(answer)}>
            {answer.question}
          </button>
          <span class="muted clip text">{answer.answer}</span>
          {answer.tags.length > 0 && (
            <span class="tags">
              {answer.tags.map((tag) => (
                <button
                  key={tag}
                  type="button"
                  class="tag"
                  title={`Only entries with “${tag}”`}
                  onClick={() => onTag(tag)}
                >
                  {tag}
                </button>
              ))}
            </span>
          )}
        </span>
      ),
    },
    {
      title: 'State',
      cell: (answer) => {
        const { name, tone, note } = stateOf(answer);
        return (
          <span class="stacked">
            <Badge tone={tone}>{name}</Badge>
            {note !== undefined && <span class="muted small nowrap">{note}</span>}
          </span>
        );
      },
    },
    {
      title: 'Verified',
      cell: ({ last_verified_at: verified, ...answer }) => (
        <span class="stacked small">
          {verified === null ? (
            <span class="muted nowrap">Never verified</span>
          ) : (
            <span class="nowrap" title={at(verified)}>
              {ago(verified)}
            </span>
          )}
          <span class="muted">{originOf({ ...answer, last_verified_at: verified })}</span>
        </span>
      ),
    },
    { title: 'Owner', minor: true, cell: (answer) => <span class="muted">{ownerOf(answer)}</span> },
    {
      title: 'What to do',
      cell: (answer) => (
        <span class="row-actions">
          {answer.status === 'ARCHIVED' ? (
            <GuardedButton refusal={refusal} onClick={() => onStatus(answer, 'APPROVED')}>
              Use again
            </GuardedButton>
          ) : (
            <>
              <GuardedButton refusal={refusal} onClick={() => onVerify(answer)}>
                <Icon name="check" />
                Still true
              </GuardedButton>
              <GuardedButton refusal={refusal} kind="quiet" onClick={() => onStatus(answer, 'ARCHIVED')}>
                Archive
              </GuardedButton>
            </>
          )}
        </span>
      ),
    },
  ];
  return (
    <Table caption="Answers of the library, newest first" columns={columns} rows={answers} keyOf={({ id }) => id} />
  );
}
