import type { LibraryAnswer } from '../api/types.js';
import { useDirectory } from '../core/directory.js';
import { GuardedButton } from '../ui/permission.js';
import { Badge } from '../ui/badges.js';
import { ago, at } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { Table, type Column } from '../ui/table.js';
import { t } from '../words/words.js';
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
    owner === null ? t('knowledge:noOwner') : (users.find(({ id }) => id === owner)?.name ?? t('knowledge:formerUser'));
  const columns: readonly Column<LibraryAnswer>[] = [
    {
      title: t('knowledge:questionAndAnswer'),
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
                  title={t('knowledge:onlyTag', { tag })}
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
      title: t('knowledge:status'),
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
      title: t('knowledge:verified'),
      cell: ({ last_verified_at: verified, ...answer }) => (
        <span class="stacked small origin">
          {verified === null ? (
            <span class="muted nowrap">{t('knowledge:neverVerified')}</span>
          ) : (
            <span class="nowrap" title={at(verified)}>
              {ago(verified)}
            </span>
          )}
          <span class="muted">{originOf(answer)}</span>
        </span>
      ),
    },
    { title: t('knowledge:owner'), minor: true, cell: (answer) => <span class="muted">{ownerOf(answer)}</span> },
    {
      title: t('knowledge:actions'),
      cell: (answer) => (
        <span class="row-actions">
          {answer.status === 'ARCHIVED' ? (
            <GuardedButton refusal={refusal} onClick={() => onStatus(answer, 'APPROVED')}>
              {t('knowledge:restore')}
            </GuardedButton>
          ) : (
            <>
              <GuardedButton refusal={refusal} onClick={() => onVerify(answer)}>
                <Icon name="check" />
                {t('knowledge:verify')}
              </GuardedButton>
              <GuardedButton refusal={refusal} kind="quiet" onClick={() => onStatus(answer, 'ARCHIVED')}>
                {t('knowledge:archive')}
              </GuardedButton>
            </>
          )}
        </span>
      ),
    },
  ];
  return <Table caption={t('knowledge:table')} columns={columns} rows={answers} keyOf={({ id }) => id} />;
}
