import { useState } from 'preact/hooks';
import type { Fact } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { attempt, useTask } from '../ui/use-task.js';
import { fieldWords, wordsOf } from '../api/words.js';
import { useApp } from '../core/context.js';
import { Button } from '../ui/button.js';
import { Content } from '../ui/content.js';
import { submitting, TextField } from '../ui/field.js';
import { Notice } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';
import { Hanging } from './fact-row.js';
import { PassDialog } from './pass-dialog.js';

interface Props {
  fact: Fact;
  onDone(): void;
}

/** One question to the person, with what was found next to it and the place for the answer. */
export function FactCard({ fact, onDone }: Props) {
  const { api } = useApp();
  const path = { fact_id: fact.id };
  const [answer, setAnswer] = useState('');
  const [until, setUntil] = useState('');
  const [passing, setPassing] = useState(false);
  const task = useTask();
  const save = async (): Promise<void> => {
    const body = { answer, question: fact.question, expires_at: until || null };
    if (!(await task.run(() => api.call.answerFact({ path, body })))) return;
    notify(t('interview:saved'));
    onDone();
  };
  const unknown = async (): Promise<void> => {
    if (!(await attempt(() => api.call.passFact({ path, body: {} })))) return;
    notify(t('interview:unknownSaid'));
    onDone();
  };
  const said = fieldWords(task.failure, 'answer');
  const wrongEnd = fieldWords(task.failure, 'expires_at');
  return (
    <section class="card" aria-label={fact.question}>
      <h2 class="text">{fact.question}</h2>
      {fact.note !== null && <p class="text">{fact.note}</p>}
      <Hanging fact={fact} words={t('interview:helps')} />
      <Found id={fact.id} />
      <form class="section" onSubmit={submitting(() => void save())}>
        <TextField
          label={t('interview:answer')}
          help={t('interview:answerHelp')}
          rows={5}
          value={answer}
          error={said}
          onInput={setAnswer}
        />
        <TextField
          label={t('interview:until')}
          help={t('interview:untilHelp')}
          type="date"
          value={until}
          error={wrongEnd}
          onInput={setUntil}
        />
        {task.failure !== undefined && said === undefined && wrongEnd === undefined && (
          <Notice kind="error">{wordsOf(task.failure)}</Notice>
        )}
        <p class="row-actions">
          <Button type="submit" kind="primary" busy={task.busy} disabled={answer.trim() === ''}>
            {t('interview:save')}
          </Button>
          <Button onClick={() => setPassing(true)}>{t('interview:pass')}</Button>
          <Button kind="quiet" onClick={() => void unknown()}>
            {t('interview:unknown')}
          </Button>
        </p>
      </form>
      {passing && <PassDialog fact={fact} onDone={onDone} onClose={() => setPassing(false)} />}
    </section>
  );
}

function Found({ id }: { id: string }) {
  const { api } = useApp();
  const opened = useLoad((signal) => api.call.getFact({ path: { fact_id: id }, signal }), [id]);
  return (
    <Content of={opened} what={t('interview:found')}>
      {({ found }) => (
        <>
          <p class="muted small">{t('interview:found')}</p>
          {found.length === 0 ? (
            <p>{t('interview:foundNothing')}</p>
          ) : (
            <ul>
              {found.map((one) => (
                <li key={`${one.source_id} ${one.locator}`}>
                  <span class="text">{one.comment ?? one.answer}</span> <span class="muted small">{one.title}</span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Content>
  );
}
