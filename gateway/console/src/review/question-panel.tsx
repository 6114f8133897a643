import type { ComponentChildren } from 'preact';
import type { Overview, Question } from '../api/types.js';
import { useNames } from '../core/directory.js';
import { placeWords } from '../questionnaire-frame/receipt.js';
import { Badge, BandBadge } from '../ui/badges.js';
import { Button } from '../ui/button.js';
import { ago, at } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { t } from '../words/words.js';
import { AnswerEditor } from './answer-editor.js';
import { AskedFacts } from '../asked/asked-card.js';
import { AssigneeChoice } from '../answers/assignee-choice.js';
import { Comments } from './comments.js';
import { originWords } from './answer-origin.js';
import { canApprove, canRewrite, stateOf, stateWords } from './filters.js';
import { History } from './history.js';
import { answerWords } from './question-list.js';
import { Menu } from '../ui/menu.js';
import { RegenerateDialog } from './regenerate-dialog.js';
import { useDigits } from './shortcuts.js';
import { Suggestions } from './suggestions.js';
import type { ReviewActions } from './use-review.js';
import { RewriteProposalBox, wishWords } from './rewrite-proposal.js';
import { useRewrite, type Rewriting } from './use-rewrite.js';
import { WISHES } from './wishes.js';
import { useSuggestions } from './use-suggestions.js';

interface Props {
  overview: Overview;
  question: Question;
  /** "12 of 300". */
  position: string;
  actions: ReviewActions;
  /** Whether anything can be changed at all: the key may, and the questionnaire is not completed. */
  editable: boolean;
  /** The question that it hangs on. */
  root: Question | undefined;
  onRoot(id: string): void;
  /** What is offered for it and others at once. */
  offer: ComponentChildren;
  /** Back to the list, on a phone. */
  onBack(): void;
}

/** One question with its answer, and everything that can be done to it. */
export function QuestionPanel(props: Props) {
  const { overview, question, position, actions, editable, offer, onBack, root, onRoot } = props;
  const { draft, busy, error } = actions;
  const sheet = overview.sheets.find(({ id }) => id === question.sheet_id);
  const place = placeWords(question.location) || sheet?.name;
  const offers = editable && (draft !== undefined || stateOf(question) === 'open');
  const suggestions = useSuggestions(overview.id, question, offers, actions.insert);
  const rewriting = useRewrite(overview.id, question, actions.takeRewrite);
  const hasOptions = question.answer_type !== 'text' && question.options.length > 0;
  useDigits(
    editable
      ? {
          option: (place) => hasOptions && actions.chooseOption(question.options[place - 1]),
          suggestion: (place) => {
            if (suggestions.offered[place - 1] === undefined) return false;
            suggestions.take(place - 1);
            return true;
          },
        }
      : undefined,
  );
  return (
    <section class="panel" aria-label={t('panel:question')}>
      <header class="panel-head">
        <Button kind="quiet" class="to-list" onClick={onBack}>
          <Icon name="back" />
          {t('panel:list')}
        </Button>
        <span class="muted small">
          {position}
          {place && ` · ${place}`}
        </span>
        <span class="panel-steps">
          <Button kind="quiet" label={t('panel:previousLabel')} onClick={actions.previous}>
            <Icon name="previous" />
          </Button>
          <Button kind="quiet" label={t('panel:nextLabel')} onClick={actions.next}>
            <Icon name="next" />
          </Button>
        </span>
      </header>
      <div class="panel-body">
        {question.section !== null && <p class="muted small">{question.section}</p>}
        <h2 class="asked text">
          {question.number !== null && <span class="question-number">{question.number}</span>}
          {question.text}
          {question.is_required && <span class="required"> {t('panel:required')}</span>}
          {question.hidden && <span class="muted small"> {t('panel:hiddenInFile')}</span>}
        </h2>
        <Facts question={question} root={root} onRoot={onRoot} />
        <AskedFacts question={question} />
        {offer}
        {draft ? (
          <AnswerEditor
            questionnaireId={overview.id}
            question={question}
            draft={draft}
            busy={busy}
            error={error}
            onChange={actions.change}
            onSave={actions.save}
            onCancel={actions.cancel}
            onKeepMine={actions.keepMine}
            keep={actions.keep}
          />
        ) : (
          <Answer question={question} editable={editable} onEdit={actions.edit} />
        )}
        {editable && !draft && (
          <Commands
            question={question}
            actions={actions}
            rewriting={overview.rewriting && canRewrite(question) ? rewriting : undefined}
          />
        )}
        {editable && !draft && <RewriteProposalBox rewriting={rewriting} />}
        {!editable && overview.status === 'COMPLETED' && <p class="muted small">{t('panel:completed')}</p>}
        {offers && (
          <Suggestions list={suggestions} withAlt={hasOptions || draft !== undefined} box={actions.suggestionBox} />
        )}
        <AssigneeChoice question={question} editable={editable} onAssign={actions.assign} />
        <Comments
          questionnaireId={overview.id}
          question={question}
          field={actions.commentField}
          editable={actions.mayComment}
        />
        <History questionnaireId={overview.id} question={question} />
      </div>
      {actions.regenerating && (
        <RegenerateDialog
          guidance={overview.instructions ?? ''}
          busy={actions.regenerating.sent}
          error={error}
          onRegenerate={actions.regenerate}
          onClose={actions.stopRegenerating}
        />
      )}
    </section>
  );
}

/** Status, confidence, who approved, and what the engine says to the reviewer alone. */
function Facts({ question, root, onRoot }: Pick<Props, 'question' | 'root' | 'onRoot'>) {
  const nameOf = useNames();
  const state = stateOf(question);
  const origin = originWords(question);
  const tone = state === 'approved' ? 'good' : state === 'open' ? 'bad' : 'neutral';
  return (
    <div class="question-facts">
      <Badge tone={tone}>{stateWords(state)}</Badge>
      {question.confidence && (
        <span title={t('panel:facts.rightAbout', { times: Math.round(question.confidence.score * 100) })}>
          <BandBadge band={question.confidence.band} />
        </span>
      )}
      {origin !== undefined && <Badge tone="neutral">{origin}</Badge>}
      {question.approved_by !== null && question.approved_at !== null && (
        <span class="muted small" title={at(question.approved_at)}>
          {t('panel:facts.approvedBy', { name: nameOf(question.approved_by), when: ago(question.approved_at) })}
        </span>
      )}
      {root && (
        <button type="button" class="link small" title={root.text} onClick={() => onRoot(root.id)}>
          {t('panel:facts.hangsOn', { question: root.number ?? `“${root.text}”` })}
        </button>
      )}
      {question.dependents > 0 && (
        <span class="muted small">{t('panel:facts.dependents', { count: question.dependents })}</span>
      )}
      {question.review_note !== '' && (
        <p class="review-note muted small">{t('panel:facts.forYou', { note: question.review_note })}</p>
      )}
    </div>
  );
}

interface AnswerProps {
  question: Question;
  editable: boolean;
  onEdit(): void;
}

function Answer({ question, editable, onEdit }: AnswerProps) {
  const { answer, comment, existing_answer: existing, options, answer_type: type } = question;
  const isOpen = answer === null || answer === '';
  return (
    <div class={`answer${isOpen ? ' open' : ''}`}>
      <h3 class="hidden">{t('panel:answer.title')}</h3>
      <p class="text answer-text" onDblClick={editable ? onEdit : undefined}>
        {answerWords(question)}
      </p>
      {comment !== null && comment !== '' && (
        <p class="text answer-comment">
          <span class="muted small">{t('panel:answer.comment')}</span>
          {comment}
        </p>
      )}
      {existing !== null && existing !== answer && (
        <p class="small muted text">{t('panel:answer.wasInFile', { text: existing })}</p>
      )}
      {type !== 'text' && options.length > 0 && (
        <p class="small muted">
          {t(type === 'multi_choice' ? 'panel:answer.anyOf' : 'panel:answer.oneOf', { options: options.join(' · ') })}
        </p>
      )}
    </div>
  );
}

interface CommandsProps {
  question: Question;
  actions: ReviewActions;
  /** Undefined where it is not offered. */
  rewriting: Rewriting | undefined;
}

function Commands({ question, actions, rewriting }: CommandsProps) {
  const isNotApplicable = question.answer_status === 'NOT_APPLICABLE';
  return (
    <div class="commands">
      {question.approved_at === null ? (
        <Button
          kind={stateOf(question) === 'to-review' ? 'primary' : 'secondary'}
          busy={actions.busy}
          disabled={!canApprove(question)}
          title={canApprove(question) ? 'a' : t('panel:commands.nothingToApprove')}
          onClick={actions.approve}
        >
          <Icon name="check" />
          {t('panel:commands.approve')}
        </Button>
      ) : (
        <Button busy={actions.busy} title="u" onClick={actions.unapprove}>
          {t('panel:commands.unapprove')}
        </Button>
      )}
      <Button title="e" onClick={actions.edit}>
        <Icon name="pencil" />
        {t('panel:commands.edit')}
      </Button>
      <Button title="d" disabled={isNotApplicable || actions.busy} onClick={actions.notApplicable}>
        {t('panel:commands.notApplicable')}
      </Button>
      <Button title="r" disabled={actions.busy} onClick={actions.askRegenerate}>
        <Icon name="refresh" />
        {t('panel:commands.regenerate')}
      </Button>
      {rewriting && (
        <Menu
          label={t('rewrite:menuLabel')}
          title="w"
          busy={rewriting.state?.kind === 'busy'}
          innerRef={actions.rewriteMenu}
          items={WISHES.map((id) => ({ id, words: wishWords(id) }))}
          onChoose={rewriting.ask}
        >
          <Icon name="pencil" />
          {t('rewrite:menu')}
        </Menu>
      )}
    </div>
  );
}
