import { useEffect, useRef, useState } from 'preact/hooks';
import { MOST_ASKED, type Selection } from '../shell/selection.js';
import { t } from '../words/words.js';
import { mayAsk, type Answered, type Api, type Session } from './api.js';
import { BandBadge, Button, CopyButton, Notice, Sources } from './parts.js';
import { CallFailed, wordsOf } from './server.js';

interface Props {
  api: Api;
  session: Session;
  /** Text that was selected on a page, to be asked at once. */
  selection: Selection | undefined;
  onEnded: (message: string) => void;
}

interface Asked {
  question: string;
  /** The same for every try: the server records the question once. */
  once: string;
  answered: Answered | undefined;
}

const MOST_KEPT = 20;

export function AskTab({ api, session, selection, onEnded }: Props) {
  const [question, setQuestion] = useState('');
  const [asked, setAsked] = useState<Asked[]>([]);
  const [told, setTold] = useState('');
  const [isBusy, setBusy] = useState(false);
  /** At once, where the state comes with the next drawing only: a double click asks once. */
  const asking = useRef(false);

  const ask = async (one: Asked): Promise<void> => {
    if (asking.current) return;
    asking.current = true;
    setBusy(true);
    setTold('');
    const others = (list: Asked[]): Asked[] => list.filter(({ once }) => once !== one.once);
    setAsked((list) => [one, ...others(list)].slice(0, MOST_KEPT));
    try {
      const answered = await api.ask(one.question, session.user, one.once);
      setAsked((list) => list.map((other) => (other.once === one.once ? { ...one, answered } : other)));
      setQuestion((typed) => (typed.trim() === one.question ? '' : typed));
    } catch (error) {
      if (error instanceof CallFailed && error.kind === 'ended') onEnded(error.message);
      else setTold(wordsOf(error));
    } finally {
      asking.current = false;
      setBusy(false);
    }
  };
  const begin = (text: string): void => {
    if (text.trim() !== '') void ask({ question: text.trim(), once: crypto.randomUUID(), answered: undefined });
  };
  useEffect(() => {
    if (!selection || !mayAsk(session)) return;
    setQuestion(selection.text);
    void ask({ question: selection.text, once: selection.id, answered: undefined });
  }, [selection?.id]);

  if (!mayAsk(session)) return <Notice message={t('noScopeAsk')} />;
  const [last] = asked;
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          begin(question);
        }}
      >
        <label for="question">{t('question')}</label>
        <textarea
          id="question"
          rows={3}
          maxLength={MOST_ASKED}
          aria-describedby="question-help"
          value={question}
          onInput={({ currentTarget }) => setQuestion(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
            event.preventDefault();
            begin(question);
          }}
        />
        <p id="question-help" class="muted">
          {t('questionHelp')}
        </p>
        <Button kind="primary" type="submit" busy={isBusy} disabled={question.trim() === ''}>
          {t('ask')}
        </Button>
      </form>
      <Notice message={told} retry={last && !last.answered ? () => void ask(last) : undefined} />
      <ol class="cards" aria-live="polite">
        {asked.map((one) => (
          <li key={one.once} class="card">
            <h2>{one.question}</h2>
            {one.answered ? <Answer answered={one.answered} /> : isBusy && <p class="muted">{t('asking')}</p>}
          </li>
        ))}
      </ol>
    </>
  );
}

function Answer({ answered: { answer, reply, confidence, citations } }: { answered: Answered }) {
  return (
    <>
      <p class="answer">{answer ?? (reply || t('noAnswer'))}</p>
      <div class="row">
        <BandBadge band={answer === null ? null : (confidence?.band ?? null)} />
        {answer !== null && <CopyButton text={answer} />}
      </div>
      <Sources citations={citations} />
    </>
  );
}
