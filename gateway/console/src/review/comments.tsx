import type { Ref } from 'preact';
import { useState } from 'preact/hooks';
import type { Question } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { wordsOf } from '../api/words.js';
import { useApp } from '../core/context.js';
import { useNames } from '../core/directory.js';
import { MentionChoice, RemarkText } from '../asked/mentions.js';
import { Button } from '../ui/button.js';
import { submitting } from '../ui/field.js';
import { ago, at } from '../ui/format.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';

interface Props {
  questionnaireId: string;
  question: Question;
  field: Ref<HTMLTextAreaElement>;
  editable: boolean;
}

/** What colleagues say about a question; it does not go to the customer. */
export function Comments({ questionnaireId, question, field, editable }: Props) {
  const { api } = useApp();
  const nameOf = useNames();
  const path = { questionnaire_id: questionnaireId, question_id: question.id };
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const remarks = useLoad(
    (signal) => api.call.listQuestionComments({ path, query: { limit: 1000 }, signal }),
    [question.id],
  );
  const said = remarks.data?.comments ?? [];

  const send = async (): Promise<void> => {
    if (text.trim() === '' || busy) return;
    setBusy(true);
    try {
      await api.call.addQuestionComment({ path, body: { text } });
      setText('');
      remarks.reload();
    } catch (error) {
      notify(wordsOf(error), 'error');
    } finally {
      setBusy(false);
    }
  };

  return (
    <section class="talk">
      <h3>{t('panel:remarks.title')}</h3>
      {remarks.error !== undefined && <p class="field-error">{remarks.error}</p>}
      {said.length > 0 && (
        <ol>
          {said.map((remark) => (
            <li key={remark.id}>
              <p class="muted small">
                {nameOf(remark.author)} · <time title={at(remark.at)}>{ago(remark.at)}</time>
              </p>
              <RemarkText text={remark.text} />
            </li>
          ))}
        </ol>
      )}
      {editable ? (
        <form onSubmit={submitting(() => void send())}>
          <textarea
            ref={field}
            rows={text === '' ? 1 : 3}
            aria-label={t('panel:remarks.label')}
            placeholder={t('panel:remarks.placeholder')}
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
              if (event.key === 'Escape') event.currentTarget.blur();
            }}
          />
          {text.trim() !== '' && <MentionChoice onMention={(words) => setText(`${text.trimEnd()} ${words}`)} />}
          {text.trim() !== '' && (
            <Button type="submit" busy={busy}>
              {t('panel:remarks.send')}
            </Button>
          )}
        </form>
      ) : (
        said.length === 0 && <p class="muted small">{t('panel:remarks.none')}</p>
      )}
    </section>
  );
}
