import { useId } from 'preact/hooks';
import { t } from '../words/words.js';

export type Beginning = 'pending' | 'confirmed';

const BEGINNINGS: readonly Beginning[] = ['pending', 'confirmed'];

interface Props {
  value: Beginning;
  onChange(value: Beginning): void;
}

/** How somebody comes to be subscribed: with a mail that asks, or by the word of the person who adds them. */
export function ConsentChoice({ value, onChange }: Props) {
  const name = useId();
  return (
    <fieldset class="options">
      <legend class="legend">{t('portal:consent.title')}</legend>
      {BEGINNINGS.map((one) => (
        <label key={one} class={`option${one === value ? ' chosen' : ''}`}>
          <input type="radio" name={name} checked={one === value} onChange={() => onChange(one)} />
          <span>
            <strong>{t(`portal:consent.${one}`)}</strong> <span class="muted">{t(`portal:consent.${one}Help`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
