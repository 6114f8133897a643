import { useEffect, useRef } from 'preact/hooks';
import type { RewriteProposal } from '../api/types.js';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { language, t } from '../words/words.js';
import type { Rewriting } from './use-rewrite.js';
import { askedBy, type Wish } from './wishes.js';

/** The proposal that was asked for, against the present answer: Enter takes it, Escape leaves it. */
export function RewriteProposalBox({ rewriting }: { rewriting: Rewriting }) {
  const { state, leave } = rewriting;
  const box = useRef<HTMLElement>(null);
  const kind = state?.kind;
  // What there is to decide is at hand.
  useEffect(() => {
    if (kind !== undefined) box.current?.querySelector<HTMLElement>('button')?.focus();
  }, [kind]);
  if (!state) return null;
  return (
    <section
      ref={box}
      class="rewrite"
      aria-label={t('rewrite:title')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        leave();
      }}
    >
      <h3>{t('rewrite:wanted', { goal: wishWords(state.wish) })}</h3>
      {state.kind === 'busy' && (
        <>
          <p class="loading" role="status">
            <span class="spinner" aria-hidden="true" /> {t('rewrite:busy')}
          </p>
          <p class="button-row">
            <Button onClick={leave}>{t('rewrite:stop')}</Button>
          </p>
        </>
      )}
      {state.kind === 'failed' && <Refused rewriting={rewriting} words={state.words} />}
      {state.kind === 'done' && <Told rewriting={rewriting} proposal={state.proposal} taking={state.taking} />}
    </section>
  );
}

/** Nothing is proposed: why, and what to do. */
function Refused({ rewriting, words, help }: { rewriting: Rewriting; words: string; help?: string }) {
  const { state, ask, leave } = rewriting;
  return (
    <>
      <p class="field-error" role="alert">
        {words}
      </p>
      {help !== undefined && <p class="muted small">{help}</p>}
      <p class="button-row">
        <Button title={t('panel:keys.escape')} onClick={leave}>
          {t('rewrite:leave')}
        </Button>
        <Button onClick={() => state && ask(state.wish)}>{t('rewrite:again')}</Button>
      </p>
    </>
  );
}

function Told({ rewriting, proposal, taking }: { rewriting: Rewriting; proposal: RewriteProposal; taking: boolean }) {
  const { take, leave } = rewriting;
  if (proposal.outcome === 'rejected') {
    const words = t('rewrite:rejected', { reason: reasonWords(proposal.rejection?.code ?? '') });
    return <Refused rewriting={rewriting} words={words} help={t('rewrite:rejectedHelp')} />;
  }
  if (proposal.outcome === 'unchanged')
    return (
      <>
        <p role="status">{t('rewrite:unchanged')}</p>
        <p class="button-row">
          <Button title={t('panel:keys.escape')} onClick={leave}>
            {t('rewrite:leave')}
          </Button>
        </p>
      </>
    );
  return (
    <>
      {proposal.language !== null && (
        <p class="muted small">{t('rewrite:translatedInto', { language: languageName(proposal.language) })}</p>
      )}
      <Difference changes={proposal.changes} />
      <p class={`small ${proposal.checked === 'meaning' ? 'muted' : 'review-note'}`} role="status">
        {checkedWords(proposal)}
      </p>
      <p class="button-row">
        <Button kind="primary" title={t('panel:keys.enter')} busy={taking} onClick={take}>
          <Icon name="check" />
          {t('rewrite:take')}
        </Button>
        <Button title={t('panel:keys.escape')} disabled={taking} onClick={leave}>
          {t('rewrite:leave')}
        </Button>
      </p>
    </>
  );
}

/** What is removed and added is struck out and marked, and said to those who listen. */
function Difference({ changes }: Pick<RewriteProposal, 'changes'>) {
  return (
    <p class="text answer-text wording-change" lang="">
      {changes.map(({ kind, text }, index) => {
        if (kind === 'kept') return text;
        const Mark = kind === 'removed' ? 'del' : 'ins';
        return (
          <Mark key={index}>
            <span class="hidden">{t(`rewrite:${kind}`)}: </span>
            {text}
          </Mark>
        );
      })}
    </p>
  );
}

const checkedWords = ({ checked }: RewriteProposal): string =>
  t(checked === 'meaning' ? 'rewrite:meaning' : checked === 'facts' ? 'rewrite:facts' : 'rewrite:numbersOnly');

const languageName = (tag: string): string =>
  new Intl.DisplayNames([language.get()], { type: 'language' }).of(tag) ?? tag;

/** A wish as the menu says it. */
export function wishWords(wish: Wish): string {
  const { goal, language: tag } = askedBy(wish);
  return tag === undefined ? t(`rewrite:goal.${goal}`) : t('rewrite:inLanguage', { language: languageName(tag) });
}

/** The kinds of reasons that people tell apart, by what the code of a rejection is about. */
function reasonWords(code: string): string {
  if (code.startsWith('number')) return t('rewrite:reason.number');
  if (code.startsWith('name')) return t('rewrite:reason.name');
  if (code.startsWith('polarity')) return t('rewrite:reason.polarity');
  if (code.startsWith('planned')) return t('rewrite:reason.planned');
  if (code === 'other_language') return t('rewrite:reason.language');
  return t('rewrite:reason.claim');
}
