import { useId } from 'preact/hooks';

export type Beginning = 'pending' | 'confirmed';

const CHOICES: readonly (readonly [Beginning, string, string])[] = [
  ['pending', 'Ask by mail', 'each gets a mail with a link, and hears of updates once it was followed'],
  ['confirmed', 'They agreed already', 'I state that each of them has asked for these mails'],
];

interface Props {
  value: Beginning;
  onChange(value: Beginning): void;
}

/** How somebody comes to be subscribed: with a mail that asks, or by the word of the person who adds them. */
export function ConsentChoice({ value, onChange }: Props) {
  const name = useId();
  return (
    <fieldset class="options">
      <legend class="legend">Consent</legend>
      {CHOICES.map(([one, title, words]) => (
        <label key={one} class={`option${one === value ? ' chosen' : ''}`}>
          <input type="radio" name={name} checked={one === value} onChange={() => onChange(one)} />
          <span>
            <strong>{title}</strong> <span class="muted">{words}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
