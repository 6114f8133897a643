import type { Assignee, Question } from '../api/types.js';
import { useDirectory } from '../core/directory.js';
import { Icon } from '../ui/icon.js';
import { t } from '../words/words.js';

interface Props {
  question: Question;
  editable: boolean;
  onAssign(assignee: Pick<Assignee, 'id' | 'type'> | null): void;
}

type Assignable = Pick<Assignee, 'id' | 'type'> & { name: string };

/** Everybody that a question can be assigned to: people, then groups. */
export function useAssignable(): Assignable[] {
  const { users, groups } = useDirectory();
  return [
    ...users.map(({ id, name }) => ({ id, name, type: 'USER' as const })),
    ...groups.map(({ id, name }) => ({ id, name, type: 'GROUP' as const })),
  ];
}

/** Who answers the question; nothing when there is nobody to assign. */
export function AssigneeChoice({ question, editable, onAssign }: Props) {
  const people = useAssignable();
  const { loaded } = useDirectory();
  const { assignee } = question;
  if (people.length === 0 && assignee === null) return null;
  const isKnown = assignee === null || people.some(({ id }) => id === assignee.id);
  const name =
    assignee === null
      ? t('panel:assignee.nobody')
      : (assignee.name ?? people.find(({ id }) => id === assignee.id)?.name ?? (loaded ? assignee.id : '…'));
  if (!editable) {
    return (
      <p class="assignee muted">
        <Icon name="person" />
        {name}
      </p>
    );
  }
  return (
    <label class="assignee">
      <Icon name="person" />
      <span>{t('panel:assignee.label')}</span>
      <select
        value={assignee?.id ?? ''}
        onChange={({ currentTarget }) => {
          const chosen = people.find(({ id }) => id === currentTarget.value);
          onAssign(chosen ? { id: chosen.id, type: chosen.type } : null);
        }}
      >
        <option value="">{t('panel:assignee.nobody')}</option>
        {!isKnown && <option value={assignee.id}>{name}</option>}
        {people.map((person) => (
          <option key={person.id} value={person.id}>
            {person.name}
          </option>
        ))}
      </select>
    </label>
  );
}
