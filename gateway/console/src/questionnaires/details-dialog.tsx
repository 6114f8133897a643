import { useState } from 'preact/hooks';
import { useLoad } from '../api/use-load.js';
import type { Overview } from '../api/types.js';
import { fieldWords, wordsOf } from '../api/words.js';
import { useApp } from '../app/context.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { submitting, TextField } from '../ui/field.js';
import { Notice } from '../ui/states.js';
import { useDirectory } from './names.js';

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
  const [assignees, setAssignees] = useState(overview.assignees.map(({ id, type }) => ({ id, type })));
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(false);

  const save = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const saved = await api.call.editQuestionnaire({
        path: { questionnaire_id: overview.id },
        body: {
          title,
          ...(company.trim() === overview.company_name ? {} : { company_name: company }),
          deadline: deadline || null,
          deal_value: dealValue.trim() || null,
          instructions: instructions.trim() || null,
          tag_ids: tagIds,
          assignees,
        },
      });
      onSaved(saved);
      onClose();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  const people = [
    ...users.map(({ id, name }) => ({ id, name, type: 'USER' as const })),
    ...groups.map(({ id, name }) => ({ id, name, type: 'GROUP' as const })),
  ];
  const knownTags = [...new Map([...overview.tags, ...(tags.data ?? [])].map((tag) => [tag.id, tag])).values()];

  return (
    <Dialog
      title="Details"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="details" busy={busy}>
            Save
          </Button>
        </>
      }
    >
      <form id="details" class="fields" onSubmit={submitting(() => void save())}>
        <div class="whole">
          <TextField label="Title" required value={title} error={fieldWords(failure, 'title')} onInput={setTitle} />
        </div>
        <TextField label="Company" value={company} error={fieldWords(failure, 'company_name')} onInput={setCompany} />
        <TextField
          label="Deadline"
          type="date"
          value={deadline}
          error={fieldWords(failure, 'deadline')}
          onInput={setDeadline}
        />
        <TextField
          label="Deal value"
          value={dealValue}
          error={fieldWords(failure, 'deal_value')}
          onInput={setDealValue}
        />
        <TextField
          label="Guidance for the answers"
          help="Tone and length, never facts"
          value={instructions}
          error={fieldWords(failure, 'instructions')}
          onInput={setInstructions}
        />
        <Choices
          legend="Assigned to"
          none="There are no users or groups yet."
          items={people}
          chosen={assignees.map(({ id }) => id)}
          onToggle={(id) => setAssignees(toggled(assignees, people, id))}
        />
        <Choices
          legend="Tags"
          none="There are no tags yet."
          items={knownTags}
          chosen={tagIds}
          onToggle={(id) => setTagIds(tagIds.includes(id) ? tagIds.filter((one) => one !== id) : [...tagIds, id])}
        />
      </form>
      {failure !== undefined && <Notice kind="error">{wordsOf(failure)}</Notice>}
    </Dialog>
  );
}

interface Assigned {
  id: string;
  type: 'USER' | 'GROUP';
}

function toggled(assigned: readonly Assigned[], people: readonly Assigned[], id: string): Assigned[] {
  if (assigned.some((one) => one.id === id)) return assigned.filter((one) => one.id !== id);
  const found = people.find((one) => one.id === id);
  return found ? [...assigned, { id, type: found.type }] : [...assigned];
}

interface ChoicesProps {
  legend: string;
  none: string;
  items: readonly { id: string; name: string }[];
  chosen: readonly string[];
  onToggle(id: string): void;
}

function Choices({ legend, none, items, chosen, onToggle }: ChoicesProps) {
  return (
    <fieldset class="choices">
      <legend>{legend}</legend>
      {items.length === 0 && <p class="muted small">{none}</p>}
      {items.map(({ id, name }) => (
        <label key={id} class="check">
          <input type="checkbox" checked={chosen.includes(id)} onChange={() => onToggle(id)} />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
