import { useDirectory } from '../core/directory.js';
import { t } from '../words/words.js';
import { partsOf } from './mention-parts.js';

/** A remark with the people whom it mentions, by the names that they have now. */
export function RemarkText({ text }: { text: string }) {
  const { users } = useDirectory();
  return (
    <p class="text">
      {partsOf(text).map(({ text: words, user }, index) =>
        user === undefined ? (
          <span key={index}>{words}</span>
        ) : (
          <strong key={index}>{`@${users.find(({ id }) => id === user)?.name ?? words.slice(1)}`}</strong>
        ),
      )}
    </p>
  );
}

/** Puts a person into the remark. */
export function MentionChoice({ onMention }: { onMention(words: string): void }) {
  const { users } = useDirectory();
  if (users.length === 0) return null;
  return (
    <select
      aria-label={t('asked:mention')}
      value=""
      onChange={({ currentTarget }) => {
        const user = users.find(({ id }) => id === currentTarget.value);
        if (user) onMention(`@[${user.name.replace(/[[\]]/g, ' ')}](user:${user.id}) `);
      }}
    >
      <option value="">{t('asked:mention')}</option>
      {users.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
