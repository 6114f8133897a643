import { useDirectory } from '../app/directory.js';
import { t } from '../words/words.js';

/** "@[Ada Byron](user:…)". */
const MENTION = /@\[([^\]\n]*)\]\(user:([0-9a-zA-Z_-]+)\)/g;

export interface TextPart {
  text: string;
  /** Of a person who is mentioned; undefined: words. */
  user?: string;
}

/** The words of a remark, and whom it mentions: parts of text, never HTML. */
export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(MENTION)) {
    const [whole, name = '', user = ''] = match;
    if (match.index > from) parts.push({ text: text.slice(from, match.index) });
    parts.push({ text: `@${name}`, user });
    from = match.index + whole.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

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
