import type { Ref } from 'preact';
import type { Band, Overview, Question } from '../api/types.js';
import { useDirectory } from '../app/directory.js';
import { number } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { NO_FILTER, SHOWN, SHOWN_NAMES, type Filter, type Shown } from './filters.js';
import { t } from '../words/words.js';

interface Props {
  filter: Filter;
  overview: Overview;
  questions: readonly Question[];
  found: number;
  searchField: Ref<HTMLInputElement>;
  onChange(filter: Filter): void;
}

const BANDS: readonly (readonly [Band | '', string])[] = [
  ['', 'Any confidence'],
  ['HIGH', 'High'],
  ['MEDIUM', 'Medium'],
  ['LOW', 'Low'],
];

/** Narrows the list: words, status, confidence, sheet, assignee. */
export function FilterBar({ filter, overview, questions, found, searchField, onChange }: Props) {
  const { users, groups } = useDirectory();
  const assigned = new Set(questions.map(({ assignee }) => assignee?.id));
  const people = [...users, ...groups].filter(({ id }) => assigned.has(id));
  const isFiltered = JSON.stringify(filter) !== JSON.stringify(NO_FILTER);
  return (
    <div class="filters" role="search" aria-label="Questions">
      <div class="search-box">
        <Icon name="search" />
        <input
          ref={searchField}
          type="search"
          aria-label="Search the questions"
          placeholder="Words of question or answer"
          value={filter.words}
          onInput={({ currentTarget }) => onChange({ ...filter, words: currentTarget.value })}
        />
      </div>
      <div class="filter-row">
        <select
          aria-label="Status"
          value={filter.shown}
          onChange={({ currentTarget }) => onChange({ ...filter, shown: currentTarget.value as Shown })}
        >
          {SHOWN.map((shown) => (
            <option key={shown} value={shown}>
              {SHOWN_NAMES[shown]}
            </option>
          ))}
        </select>
        <select
          aria-label="Confidence"
          value={filter.band}
          onChange={({ currentTarget }) => onChange({ ...filter, band: currentTarget.value as Band | '' })}
        >
          {BANDS.map(([band, name]) => (
            <option key={band} value={band}>
              {name}
            </option>
          ))}
        </select>
        {overview.sheets.length > 1 && (
          <select
            aria-label="Sheet"
            value={filter.sheet}
            onChange={({ currentTarget }) => onChange({ ...filter, sheet: currentTarget.value })}
          >
            <option value="">Any sheet</option>
            {overview.sheets.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
        {people.length > 0 && (
          <select
            aria-label="Assignee"
            value={filter.assignee}
            onChange={({ currentTarget }) => onChange({ ...filter, assignee: currentTarget.value })}
          >
            <option value="">Anybody’s</option>
            <option value="nobody">Nobody’s</option>
            {filter.assignee.includes(',') && (
              <option value={filter.assignee}>{t('questionnaires:filter.mine')}</option>
            )}
            {people.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </div>
      <p class="found small muted" role="status">
        {isFiltered ? `${number(found)} of ${number(questions.length)} questions` : `${number(found)} questions`}
        {isFiltered && (
          <button type="button" class="link" onClick={() => onChange(NO_FILTER)}>
            Show all
          </button>
        )}
      </p>
    </div>
  );
}
