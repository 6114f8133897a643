import type { Ref } from 'preact';
import type { Band, Overview, Question } from '../api/types.js';
import { useDirectory } from '../core/directory.js';
import { Icon } from '../ui/icon.js';
import { t } from '../words/words.js';
import { NO_FILTER, SHOWN, shownName, type Filter, type Shown } from './filters.js';

interface Props {
  filter: Filter;
  overview: Overview;
  questions: readonly Question[];
  found: number;
  searchField: Ref<HTMLInputElement>;
  onChange(filter: Filter): void;
  /** Chooses all that are listed; undefined where nothing can be done to several. */
  onChooseAll: (() => void) | undefined;
  /** Whether all that are listed are chosen. */
  allChosen: boolean;
}

const bandNames = (): readonly (readonly [Band | '', string])[] => [
  ['', t('review:any_confidence')],
  ['HIGH', t('review:band.HIGH')],
  ['MEDIUM', t('review:band.MEDIUM')],
  ['LOW', t('review:band.LOW')],
];

/** Narrows the list: words, status, confidence, sheet, assignee. */
export function FilterBar(props: Props) {
  const { filter, overview, questions, found, searchField, onChange } = props;
  const { users, groups } = useDirectory();
  const assigned = new Set(questions.map(({ assignee }) => assignee?.id));
  const people = [...users, ...groups].filter(({ id }) => assigned.has(id));
  const isFiltered = JSON.stringify(filter) !== JSON.stringify(NO_FILTER);
  return (
    <div class="filters" role="search" aria-label={t('review:questions_label')}>
      <div class="search-box">
        <Icon name="search" />
        <input
          ref={searchField}
          type="search"
          aria-label={t('review:search_label')}
          placeholder={t('review:search_hint')}
          value={filter.words}
          onInput={({ currentTarget }) => onChange({ ...filter, words: currentTarget.value })}
        />
      </div>
      <div class="filter-row">
        <select
          aria-label={t('review:status')}
          value={filter.shown}
          onChange={({ currentTarget }) => onChange({ ...filter, shown: currentTarget.value as Shown })}
        >
          {SHOWN.map((shown) => (
            <option key={shown} value={shown}>
              {shownName(shown)}
            </option>
          ))}
        </select>
        <select
          aria-label={t('review:confidence')}
          value={filter.band}
          onChange={({ currentTarget }) => onChange({ ...filter, band: currentTarget.value as Band | '' })}
        >
          {bandNames().map(([band, name]) => (
            <option key={band} value={band}>
              {name}
            </option>
          ))}
        </select>
        {overview.sheets.length > 1 && (
          <select
            aria-label={t('review:sheet')}
            value={filter.sheet}
            onChange={({ currentTarget }) => onChange({ ...filter, sheet: currentTarget.value })}
          >
            <option value="">{t('review:any_sheet')}</option>
            {overview.sheets.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
        {questions.some(({ dependents }) => dependents > 0) && (
          <select
            aria-label={t('review:order')}
            value={filter.order}
            onChange={({ currentTarget }) =>
              onChange({ ...filter, order: currentTarget.value === 'dependents' ? 'dependents' : '' })
            }
          >
            <option value="">{t('review:by_place')}</option>
            <option value="dependents">{t('review:by_dependents')}</option>
          </select>
        )}
        {people.length > 0 && (
          <select
            aria-label={t('review:assignee')}
            value={filter.assignee}
            onChange={({ currentTarget }) => onChange({ ...filter, assignee: currentTarget.value })}
          >
            <option value="">{t('review:any_assignee')}</option>
            <option value="nobody">{t('review:unassigned')}</option>
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
      <div class="found small muted">
        <span role="status">
          {isFiltered ? t('review:found_of', { count: questions.length, found }) : t('review:found', { count: found })}
        </span>
        <span class="found-links">
          {isFiltered && (
            <button type="button" class="link" onClick={() => onChange(NO_FILTER)}>
              {t('review:show_all')}
            </button>
          )}
          {props.onChooseAll && found > 0 && (
            <button type="button" class="link" title={t('review:keys.shift_x')} onClick={props.onChooseAll}>
              {props.allChosen ? t('review:choose_none') : t('review:choose_all')}
            </button>
          )}
        </span>
      </div>
    </div>
  );
}
