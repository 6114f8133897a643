import { useState } from 'preact/hooks';
import type { Overview } from '../api/types.js';
import { useApp } from '../core/context.js';
import { Button } from '../ui/button.js';
import { at, bytes, day, number } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { DetailsDialog } from './details-dialog.js';
import { t } from '../words/words.js';

interface Props {
  overview: Overview;
  onChange(overview: Overview): void;
}

/** What is known of a questionnaire besides its questions. */
export function Details({ overview, onChange }: Props) {
  const { may } = useApp();
  const [editing, setEditing] = useState(false);
  const { file } = overview;
  const facts: readonly (readonly [string, string | null])[] = [
    [t('questionnaires:details.company'), overview.company_name || null],
    [t('questionnaires:details.deadline'), overview.deadline === null ? null : day(overview.deadline)],
    [t('questionnaires:details.dealValue'), overview.deal_value === null ? null : number(overview.deal_value)],
    [t('questionnaires:details.assigned'), overview.assignees.map(({ id, name }) => name ?? id).join(', ') || null],
    [t('questionnaires:details.tags'), overview.tags.map(({ name }) => name).join(', ') || null],
    [t('questionnaires:details.guidance'), overview.instructions],
    [t('questionnaires:details.uploaded'), at(overview.created_at)],
    [
      t('questionnaires:details.file'),
      file === null
        ? t(`questionnaires:details.${overview.source_type === 'FORM' ? 'form' : 'pasted'}`)
        : `${file.name}, ${bytes(file.size)}`,
    ],
  ];
  return (
    <section class="card">
      <div class="card-head">
        <h2>{t('questionnaires:details.title')}</h2>
        {may('MEMBER', 'Questionnaires: write') && (
          <Button kind="quiet" onClick={() => setEditing(true)}>
            <Icon name="pencil" />
            {t('questionnaires:details.edit')}
          </Button>
        )}
      </div>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class={value === null ? 'muted' : 'text'}>{value ?? '–'}</dd>
          </div>
        ))}
      </dl>
      {editing && <DetailsDialog overview={overview} onClose={() => setEditing(false)} onSaved={onChange} />}
    </section>
  );
}
