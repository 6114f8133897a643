import type { Category } from '../api/types.js';
import { hrefOf } from '../core/router.js';
import { Choices } from '../ui/choices.js';
import { rich } from '../words/rich.js';
import { t } from '../words/words.js';

interface Props {
  legend: string;
  help: string;
  categories: readonly Pick<Category, 'id' | 'name'>[];
  chosen: readonly string[];
  onChange(chosen: readonly string[]): void;
}

export function CategoryChoice({ legend, help, categories, chosen, onChange }: Props) {
  return (
    <Choices
      legend={legend}
      help={
        <p class="field-help">
          {categories.length > 0
            ? help
            : rich(t('portal:category.thereAreNone'), {
                link: (words) => <a href={hrefOf('/trust-portal/categories')}>{words}</a>,
              })}
        </p>
      }
      items={categories}
      chosen={chosen}
      onChange={onChange}
    />
  );
}
