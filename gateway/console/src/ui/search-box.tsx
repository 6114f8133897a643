import { useEffect, useState } from 'preact/hooks';
import { Icon } from './icon.js';

/** Milliseconds without a key after which a search is sent. */
const TYPING_MS = 250;

interface Props {
  label: string;
  placeholder: string;
  value: string;
  onSearch(words: string): void;
}

/** Searches when the person pauses. */
export function SearchBox({ label, placeholder, value, onSearch }: Props) {
  const [typed, setTyped] = useState(value);
  useEffect(() => {
    if (typed.trim() === value) return undefined;
    const timer = setTimeout(() => onSearch(typed), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  // It was cleared or set by something else than this box.
  useEffect(() => {
    if (typed.trim() !== value) setTyped(value);
  }, [value]);
  return (
    <div class="search-box">
      <Icon name="search" />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </div>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  value: string;
  options: readonly (readonly [value: T, name: string])[];
  onChoose(value: T): void;
}

/** A choice in a toolbar, whose label only those hear who do not see its first option. */
export function Choice<T extends string>({ label, value, options, onChoose }: ChoiceProps<T>) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => {
        const chosen = options.find(([one]) => one === currentTarget.value);
        if (chosen) onChoose(chosen[0]);
      }}
    >
      {options.map(([one, name]) => (
        <option key={one} value={one}>
          {name}
        </option>
      ))}
    </select>
  );
}
