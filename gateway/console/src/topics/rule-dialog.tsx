import { useState } from 'preact/hooks';
import type { TopicRule } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { useTask } from '../ui/use-task.js';
import { fieldWords } from '../api/words.js';
import { useApp } from '../core/context.js';
import { useAssignable } from '../answers/assignee-choice.js';
import { SelectField, TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';

interface Props {
  onDone(): void;
  onClose(): void;
}

const ACTIONS = ['people', 'documents', 'answer', 'owner'] as const;
/** The newest that are offered; others are named by the API. */
const OFFERED = 100;

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Makes a rule for a topic. */
export function RuleDialog({ onDone, onClose }: Props) {
  const { api } = useApp();
  const people = useAssignable();
  const [name, setName] = useState('');
  const [words, setWords] = useState('');
  const [sections, setSections] = useState('');
  const [action, setAction] = useState<TopicRule['action']>('people');
  const [source, setSource] = useState('');
  const [owner, setOwner] = useState('');
  const task = useTask();
  const person = people.find(({ id }) => id === owner);
  const needsSource = action === 'documents' || action === 'answer';
  const submit = async (): Promise<void> => {
    const body = {
      name,
      words: linesOf(words),
      sections: linesOf(sections),
      action,
      ...(action === 'documents' ? { document_ids: [source] } : {}),
      ...(action === 'answer' ? { answer_id: source } : {}),
      ...(person ? { owner: { id: person.id, type: person.type } } : {}),
    };
    if (!(await task.run(() => api.call.createTopicRule({ body })))) return;
    notify(t('topics:saved'));
    onDone();
    onClose();
  };
  const isTold = name.trim() !== '' && (linesOf(words).length > 0 || linesOf(sections).length > 0);
  const nobody = ['', t('topics:nobody')] as const;
  return (
    <FormDialog
      title={t('topics:addTitle')}
      action={t('topics:save')}
      task={task}
      ready={isTold && (!needsSource || source !== '') && (action !== 'owner' || person !== undefined)}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextField label={t('topics:name')} value={name} error={fieldWords(task.failure, 'name')} onInput={setName} />
      <TextField
        label={t('topics:words')}
        help={t('topics:wordsHelp')}
        rows={3}
        value={words}
        error={fieldWords(task.failure, 'words')}
        onInput={setWords}
      />
      <TextField
        label={t('topics:sections')}
        help={t('topics:sectionsHelp')}
        rows={2}
        value={sections}
        onInput={setSections}
      />
      <SelectField
        label={t('topics:action')}
        value={action}
        options={ACTIONS.map((one) => [one, t(`topics:actions.${one}`)] as const)}
        onChange={(next) => {
          setAction(next);
          setSource('');
        }}
      />
      {needsSource && <SourceChoice key={action} of={action} value={source} onChoose={setSource} />}
      <SelectField
        label={t('topics:owner')}
        value={owner}
        options={[nobody, ...people.map((one) => [one.id, one.name] as const)]}
        onChange={setOwner}
      />
    </FormDialog>
  );
}

interface SourceProps {
  of: 'documents' | 'answer';
  value: string;
  onChoose(id: string): void;
}

/** A document or a library answer. */
function SourceChoice({ of, value, onChoose }: SourceProps) {
  const { api } = useApp();
  const known = useLoad(
    async (signal): Promise<(readonly [string, string])[]> => {
      if (of === 'documents') {
        const { documents } = await api.call.listKnowledgeDocuments({ query: { limit: OFFERED }, signal });
        return documents.map(({ id, name }) => [id, name] as const);
      }
      const { answers } = await api.call.listLibraryAnswers({ query: { limit: OFFERED }, signal });
      return answers.map(({ id, question }) => [id, question] as const);
    },
    [of],
  );
  return (
    <SelectField
      label={t(of === 'documents' ? 'topics:documents' : 'topics:libraryAnswer')}
      value={value}
      options={[['', t('topics:choose')] as const, ...(known.data ?? [])]}
      onChange={onChoose}
    />
  );
}
