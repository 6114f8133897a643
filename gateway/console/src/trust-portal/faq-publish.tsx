import { useState } from 'preact/hooks';
import { useLoad } from '../api/use-load.js';
import { useTask } from '../ui/use-task.js';
import { fieldWords } from '../api/words.js';
import { useApp } from '../core/context.js';
import { SelectField, TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { SearchBox } from '../ui/search-box.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';

const OFFERED = 20;

/** Publishes all answers that carry a tag, or one answer that is looked for. */
export function PublishAnswers({ onClose, onPublished }: { onClose(): void; onPublished(): void }) {
  const { api } = useApp();
  const [what, setWhat] = useState<'tag' | 'answer'>('tag');
  const [tag, setTag] = useState('');
  const [answerId, setAnswerId] = useState('');
  const task = useTask();
  const publish = async (): Promise<void> => {
    const body = what === 'tag' ? { tag } : { answer_id: answerId };
    if (!(await task.run(() => api.call.addTrustPortalFaqEntry({ body })))) return;
    notify(t('portal:faq.published'));
    onPublished();
    onClose();
  };
  const wrong = fieldWords(task.failure, 'tag');
  return (
    <FormDialog
      title={t('portal:faq.publish')}
      action={t('portal:faq.publish')}
      task={task}
      told={wrong !== undefined}
      ready={what === 'tag' ? tag.trim() !== '' : answerId !== ''}
      onSubmit={() => void publish()}
      onClose={onClose}
    >
      <SelectField<'tag' | 'answer'>
        label={t('portal:faq.what')}
        value={what}
        options={[
          ['tag', t('portal:faq.byTag')],
          ['answer', t('portal:faq.oneAnswer')],
        ]}
        onChange={(value) => setWhat(value === 'tag' ? 'tag' : 'answer')}
      />
      {what === 'tag' ? (
        <TextField
          label={t('portal:faq.tag')}
          help={t('portal:faq.tagHelp')}
          required
          value={tag}
          error={wrong}
          onInput={setTag}
        />
      ) : (
        <AnswerChoice chosen={answerId} onChoose={setAnswerId} />
      )}
    </FormDialog>
  );
}

/** Approved answers of the library that hold the words. */
function AnswerChoice({ chosen, onChoose }: { chosen: string; onChoose(id: string): void }) {
  const { api } = useApp();
  const [words, setWords] = useState('');
  const found = useLoad(
    (signal) => api.call.listLibraryAnswers({ query: { query: words, status: 'APPROVED', limit: OFFERED }, signal }),
    [words],
  );
  const answers = found.data?.answers ?? [];
  return (
    <>
      <SearchBox
        label={t('portal:faq.search')}
        placeholder={t('portal:faq.search')}
        value={words}
        onSearch={(typed) => setWords(typed.trim())}
      />
      <fieldset class="choices">
        <legend>{t('portal:faq.answer')}</legend>
        <p class="field-help">{t('portal:faq.searchHelp')}</p>
        {found.data && answers.length === 0 && <p>{t('portal:faq.nothing')}</p>}
        {answers.map(({ id, question }) => (
          <label class="check" key={id}>
            <input type="radio" name="answer" checked={chosen === id} onChange={() => onChoose(id)} />
            <span class="text">{question}</span>
          </label>
        ))}
      </fieldset>
    </>
  );
}
