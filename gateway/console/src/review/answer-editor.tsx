import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Question } from '../api/types.js';
import { Button } from '../ui/button.js';
import { Check } from '../ui/choices.js';
import { Field } from '../ui/field.js';
import { t } from '../words/words.js';
import { ConflictNotice } from './conflict.js';
import type { Draft } from './drafts.js';
import { OptionChoice } from '../answers/option-choice.js';
import type { Keep } from './use-review.js';

interface Props {
  questionnaireId: string;
  question: Question;
  draft: Draft;
  busy: boolean;
  /** What the service said against the edit. */
  error: string | undefined;
  onChange(draft: Draft): void;
  onSave(approve: boolean): void;
  onCancel(): void;
  /** In spite of somebody else's change. */
  onKeepMine(): void;
  /** Whether saved answers enter the library; undefined: the key may not decide it. */
  keep: Keep | undefined;
}

/** Writes an answer in the place where it stands. */
export function AnswerEditor(props: Props) {
  const { questionnaireId, question, draft, busy, error, onChange, onSave, onCancel, onKeepMine, keep } = props;
  const form = useRef<HTMLFormElement>(null);
  const choices = question.answer_type !== 'text' && question.options.length > 0;
  // Before anything else runs: the next key belongs to the field.
  useLayoutEffect(() => {
    const field = form.current?.querySelector<HTMLElement>('textarea, input');
    field?.focus();
    if (field instanceof HTMLTextAreaElement) field.setSelectionRange(field.value.length, field.value.length);
  }, [question.id]);

  const pressed = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSave(event.shiftKey);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      onCancel();
    }
  };

  return (
    <form
      ref={form}
      class="editor"
      aria-label={t('panel:answer.edit')}
      onKeyDown={pressed}
      onSubmit={(event) => {
        event.preventDefault();
        onSave(false);
      }}
    >
      {draft.conflict && (
        <ConflictNotice
          questionnaireId={questionnaireId}
          draft={draft}
          theirs={draft.conflict}
          onKeepMine={onKeepMine}
          onTakeTheirs={onCancel}
        />
      )}
      {choices ? (
        <OptionChoice question={question} answer={draft.answer} onChange={(answer) => onChange({ ...draft, answer })} />
      ) : (
        <Field label={t('panel:answer.title')} error={error}>
          {(control) => (
            <textarea
              {...control}
              rows={rowsFor(draft.answer)}
              value={draft.answer}
              onInput={({ currentTarget }) => onChange({ ...draft, answer: currentTarget.value })}
            />
          )}
        </Field>
      )}
      {choices && error !== undefined && (
        <p class="field-error" role="alert">
          {error}
        </p>
      )}
      <Field label={t('panel:answer.comment')} help={t('panel:answer.commentHelp')}>
        {(control) => (
          <textarea
            {...control}
            rows={2}
            value={draft.comment}
            onInput={({ currentTarget }) => onChange({ ...draft, comment: currentTarget.value })}
          />
        )}
      </Field>
      <div class="editor-actions">
        <Button kind="primary" type="submit" busy={busy} title={`${t('panel:keys.control')} + Enter`}>
          {t('panel:answer.save')}
        </Button>
        <Button
          disabled={busy}
          title={`${t('panel:keys.control')} + ${t('panel:keys.shift')} + Enter`}
          onClick={() => onSave(true)}
        >
          {t('panel:answer.saveAndApprove')}
        </Button>
        <Button kind="quiet" title={t('panel:keys.escape')} onClick={onCancel}>
          {t('panel:answer.cancel')}
        </Button>
        {keep && (
          <span class="keep" title={t('panel:answer.keepHelp')}>
            <Check checked={keep.on} onChange={keep.change}>
              {t('panel:answer.keep')}
            </Check>
          </span>
        )}
      </div>
    </form>
  );
}

const rowsFor = (text: string): number =>
  Math.min(14, Math.max(4, text.split('\n').length + Math.floor(text.length / 70)));
