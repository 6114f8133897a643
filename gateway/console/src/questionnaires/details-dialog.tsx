import { useState } from 'preact/hooks';
import { useLoad } from '../api/use-load.js';
import type { Overview } from '../api/types.js';
import { useTask } from '../ui/use-task.js';
import { fieldWords } from '../api/words.js';
import { useApp } from '../core/context.js';
import { useDirectory } from '../core/directory.js';
import { Choices } from '../ui/choices.js';
import { TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { t } from '../words/words.js';

interface Props {
  overview: Overview;
  onClose(): void;
  onSaved(overview: Overview): void;
}

/** Edits title, company, deadline, value, guidance, tags and assignees. */
export function DetailsDialog({ overview, onClose, onSaved }: Props) {
  const { api } = useApp();
  const { users, groups } = useDirectory();
  const tags = useLoad((signal) => api.call.listTags({ signal }), []);
  const [title, setTitle] = useState(overview.title);
  const [company, setCompany] = useState(overview.company_name);
  const [deadline, setDeadline] = useState(overview.deadline ?? '');
  const [dealValue, setDealValue] = useState(overview.deal_value === null ? '' : String(overview.deal_value));
  const [instructions, setInstructions] = useState(overview.instructions ?? '');
  const [tagIds, setTagIds] = useState(overview.tags.map(({ id }) => id));
  const [assigneeIds, setAssigneeIds] = useState(overview.assignees.map(({ id }) => id));
  const task = useTask();
  const { failure } = task;

  const people = [
    ...users.map(({ id, name }) => ({ id, name, type: 'USER' as const })),
    ...groups.map(({ id, name }) => ({ id, name, type: 'GROUP' as const })),
  ];
  const knownTags = [...new Map([...overview.tags, ...(tags.data ?? [])].map((tag) => [tag.id, tag])).values()];
  const save = async (): Promise<void> => {
    // Who is assigned already may be nobody whom the directory lists.
    const types = new Map([...overview.assignees, ...people].map(({ id, type }) => [id, type]));
    const body = {
      title,
      ...(company.trim() === overview.company_name ? {} : { company_name: company }),
      deadline: deadline || null,
      deal_value: dealValue.trim() || null,
      instructions: instructions.trim() || null,
      tag_ids: tagIds,
      assignees: assigneeIds.map((id) => ({ id, type: types.get(id) ?? 'USER' })),
    };
    const done = await task.run(async () =>
      onSaved(await api.call.editQuestionnaire({ path: { questionnaire_id: overview.id }, body })),
    );
    if (done) onClose();
  };

  return (
    <FormDialog
      title={t('questionnaires:details.title')}
      action={t('questionnaires:details.save')}
      task={task}
      layout="fields"
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <div class="whole">
        <TextField
          label={t('questionnaires:details.name')}
          required
          value={title}
          error={fieldWords(failure, 'title')}
          onInput={setTitle}
        />
      </div>
      <TextField
        label={t('questionnaires:details.company')}
        value={company}
        error={fieldWords(failure, 'company_name')}
        onInput={setCompany}
      />
      <TextField
        label={t('questionnaires:details.deadline')}
        type="date"
        value={deadline}
        error={fieldWords(failure, 'deadline')}
        onInput={setDeadline}
      />
      <TextField
        label={t('questionnaires:details.dealValue')}
        value={dealValue}
        error={fieldWords(failure, 'deal_value')}
        onInput={setDealValue}
      />
      <TextField
        label={t('questionnaires:details.instructions')}
        help={t('questionnaires:details.instructionsHelp')}
        value={instructions}
        error={fieldWords(failure, 'instructions')}
        onInput={setInstructions}
      />
      <Choices
        legend={t('questionnaires:details.assigned')}
        help={people.length === 0 && <p class="muted small">{t('questionnaires:details.noPeople')}</p>}
        items={people}
        chosen={assigneeIds}
        onChange={setAssigneeIds}
      />
      <Choices
        legend={t('questionnaires:details.tags')}
        help={knownTags.length === 0 && <p class="muted small">{t('questionnaires:details.noTags')}</p>}
        items={knownTags}
        chosen={tagIds}
        onChange={setTagIds}
      />
    </FormDialog>
  );
}
