import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { t } from '../words/words.js';
import { mayFill, type Api, type Session } from './api.js';
import type { FormState } from './form-state.js';
import { FormWork } from './form-work.js';
import { PageFailed } from './page.js';
import { Button, Notice } from './parts.js';
import { QuestionRow } from './question-row.js';
import { CallFailed, wordsOf } from './server.js';

interface Props {
  api: Api;
  session: Session;
  onEnded: (message: string) => void;
}

export function FillTab({ api, session, onEnded }: Props) {
  const [told, setTold] = useState('');
  const failed = (error: unknown): void => {
    if (error instanceof CallFailed && error.kind === 'ended') onEnded(error.message);
    else setTold(error instanceof PageFailed ? error.message : wordsOf(error));
  };
  const [state, setState] = useState<FormState>();
  const work = useMemo(() => new FormWork(api, setState, failed), [api]);
  useEffect(() => () => work.close(), [work]);

  const read = (anew = false): void => {
    setTold('');
    work.read({ anew }).catch(failed);
  };
  if (!mayFill(session)) return <Notice message={t('noScopeFill')} />;
  const form = state?.form;
  return (
    <>
      {!form && <p class="muted">{t('fillHelp')}</p>}
      <div class="row">
        <Button kind={form ? 'plain' : 'primary'} busy={state?.isBusy ?? false} onClick={() => read()}>
          {t(form ? 'readAgain' : 'readForm')}
        </Button>
        {form && (
          <Button kind="quiet" busy={state.isBusy} onClick={() => read(true)}>
            {t('newForm')}
          </Button>
        )}
      </div>
      {state?.isBusy && <p class="muted">{t('reading')}</p>}
      <Notice message={told} retry={told === '' ? undefined : () => read()} />
      {form && state.waiting && (
        <div class="notice" role="alert">
          <p>{t('manyQuestions', { count: state.waiting.count, page: withoutQuery(state.waiting.address) })}</p>
          <Button kind="primary" busy={state.isBusy} onClick={() => void work.sendWaiting().catch(failed)}>
            {t('sendMany', { count: state.waiting.count })}
          </Button>
        </div>
      )}
      {form && state.lost.length > 0 && (
        <div class="notice" role="alert">
          <p>{t('lostQuestions', { count: state.lost.length })}</p>
          <Button busy={state.isBusy} onClick={() => void work.sendLost().catch(failed)}>
            {t('sendAgain', { count: state.lost.length })}
          </Button>
        </div>
      )}
      {form && <Found state={state} work={work} origin={api.connection.origin} />}
    </>
  );
}

/** An address as it is told: what opens the form for whoever has it is left out. */
const withoutQuery = (address: string): string => address.replace(/[?#].*$/, '');

function Found({ state, work, origin }: { state: FormState; work: FormWork; origin: string }) {
  const { form, rows, progress, questionnaireId, opened } = state;
  const cards = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const all = [...(cards.current?.children ?? [])];
    const card = all.find((one) => one instanceof HTMLElement && one.dataset['key'] === opened?.key);
    card?.scrollIntoView({ block: 'center' });
  }, [opened]);
  const asked = rows.filter(({ found }) => found.kind !== 'identity' && found.kind !== 'file');
  const texts = (kind: 'identity' | 'file'): string =>
    rows
      .filter(({ found }) => found.kind === kind)
      .map(({ found }) => found.text)
      .join(', ');
  const high = asked.filter(
    ({ question, isFilled, found }) =>
      question?.confidence?.band === 'HIGH' && question.answer && !isFilled && !found.filled,
  );
  const filled = asked.filter(({ isFilled, question }) => isFilled && question && question.approved_at === null);
  const answered = asked.filter(({ question }) => question?.answer).length;
  const keys = (some: typeof rows): string[] => some.map(({ found }) => found.key);
  return (
    <>
      {asked.length === 0 && <Notice message={t('noQuestions')} />}
      {(form?.unreadableFrames ?? 0) > 0 && <p class="muted">{t('framesUnread')}</p>}
      {texts('identity') !== '' && <p class="muted">{t('identity', { fields: texts('identity') })}</p>}
      {texts('file') !== '' && <p class="muted">{t('files', { fields: texts('file') })}</p>}
      {state.isFailed && <Notice message={t('answerFailed')} />}
      {asked.length > 0 && (
        <div role="status">
          {progress ? (
            <label class="progress">
              {t('answering', progress)}
              <progress max={progress.total} value={progress.done} />
            </label>
          ) : (
            <p>{t('answered', { answered, total: asked.length })}</p>
          )}
        </div>
      )}
      {asked.length > 0 && (
        <div class="row">
          <Button kind="primary" disabled={high.length === 0} onClick={() => void work.fill(keys(high))}>
            {t('fillHigh', { count: high.length })}
          </Button>
          <Button disabled={filled.length === 0} title={t('acceptHelp')} onClick={() => void work.accept(keys(filled))}>
            {t('acceptAll', { count: filled.length })}
          </Button>
          <Button kind="quiet" disabled={!rows.some(({ isFilled }) => isFilled)} onClick={() => void work.undo()}>
            {t('undoAll')}
          </Button>
        </div>
      )}
      <ol class="cards" ref={cards}>
        {asked.map((row) => (
          <QuestionRow key={row.found.key} row={row} work={work} isHeld={state.waiting !== undefined} />
        ))}
      </ol>
      {questionnaireId !== '' && (
        <a href={`${origin}/console/questionnaires/${questionnaireId}`} target="_blank" rel="noreferrer noopener">
          {t('openInConsole')}
        </a>
      )}
    </>
  );
}
