import type { ComponentChildren } from 'preact';

interface CheckProps {
  checked: boolean;
  onChange(checked: boolean): void;
  children: ComponentChildren;
}

/** A box to tick, with its words. */
export function Check({ checked, onChange, children }: CheckProps) {
  return (
    <label class="check">
      <input type="checkbox" checked={checked} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
      {children}
    </label>
  );
}

interface ChoicesProps<Id extends string> {
  legend: string;
  /** Below the legend. */
  help?: ComponentChildren;
  items: readonly { readonly id: Id; readonly name: ComponentChildren }[];
  chosen: readonly Id[];
  onChange(chosen: Id[]): void;
}

/** Any number of several. */
export function Choices<Id extends string>({ legend, help, items, chosen, onChange }: ChoicesProps<Id>) {
  return (
    <fieldset class="choices">
      <legend>{legend}</legend>
      {help}
      {items.map(({ id, name }) => (
        <Check key={id} checked={chosen.includes(id)} onChange={() => onChange(toggled(chosen, id))}>
          {name}
        </Check>
      ))}
    </fieldset>
  );
}

/** With it if it was not among them, else without it. */
export const toggled = <Id extends string>(chosen: readonly Id[], id: Id): Id[] =>
  chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];
