import type { Category } from '../api/types.js';
import { hrefOf } from '../app/router.js';

interface Props {
  legend: string;
  help: string;
  categories: readonly Pick<Category, 'id' | 'name'>[];
  chosen: readonly string[];
  onChange(chosen: readonly string[]): void;
}

export function CategoryChoice({ legend, help, categories, chosen, onChange }: Props) {
  const toggle = (id: string): void =>
    onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <fieldset class="choices">
      <legend>{legend}</legend>
      <p class="field-help">
        {categories.length > 0 ? (
          help
        ) : (
          <>
            There are none yet. <a href={hrefOf('/trust-portal/categories')}>Create categories</a>
          </>
        )}
      </p>
      {categories.map(({ id, name }) => (
        <label key={id} class="check">
          <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
