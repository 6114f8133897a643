import type { Area, Corrections } from '../api/types.js';
import { Check } from '../ui/choices.js';
import { saidOf, withAsks, withRow, type Role } from './said.js';
import { roleNames } from './words.js';
import { t } from '../words/words.js';

interface Props {
  area: Area;
  said: Corrections;
  /** It has rows and columns. */
  isGrid: boolean;
  onSay(said: Corrections): void;
}

/** What can be said of a sheet or a table as a whole. */
export function AreaTools({ area, said, isGrid, onSay }: Props) {
  const correction = saidOf(said, area);
  const isOurs = correction?.asks !== false;
  const inRows = (end: 'first_row' | 'last_row') => (value: string) =>
    onSay(withRow(said, area, end, rowNumber(value)));
  return (
    <>
      <Check checked={!isOurs} onChange={(is) => onSay(withAsks(said, area, !is))}>
        {t(`corrections:notForUs.${kindOf(area)}`)}
      </Check>
      {isGrid && isOurs && (
        <>
          <RowField
            label={t('corrections:tools.firstRow')}
            value={correction?.first_row}
            found={area.first_row}
            onChange={inRows('first_row')}
          />
          <RowField
            label={t('corrections:tools.lastRow')}
            value={correction?.last_row}
            found={area.last_row}
            onChange={inRows('last_row')}
          />
        </>
      )}
    </>
  );
}

function kindOf({ sheet, table }: Area): 'table' | 'document' | 'sheet' {
  if (table !== null) return 'table';
  return sheet === '' ? 'document' : 'sheet';
}

interface RowFieldProps {
  label: string;
  value: number | null | undefined;
  /** What holds as long as nothing is said. */
  found: number | null;
  onChange(value: string): void;
}

function RowField({ label, value, found, onChange }: RowFieldProps) {
  return (
    <label class="row-field">
      {label}
      <input
        type="number"
        min={1}
        value={value ?? ''}
        placeholder={found === null ? '' : String(found)}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  );
}

interface RoleChoiceProps {
  column: string;
  role: Role;
  disabled: boolean;
  onChange(role: Role): void;
}

/** What a column is for. */
export function RoleChoice({ column, role, disabled, onChange }: RoleChoiceProps) {
  return (
    <select
      aria-label={t('corrections:tools.columnFor', { column })}
      value={role}
      disabled={disabled}
      class={role === '' ? '' : 'chosen'}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Role)}
    >
      {roleNames().map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  );
}

function rowNumber(text: string): number | undefined {
  const row = Number(text);
  return Number.isSafeInteger(row) && row > 0 ? row : undefined;
}
