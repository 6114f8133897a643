import type { Fact } from '../api/types.js';
import { attempt } from '../ui/use-task.js';
import { useApp } from '../core/context.js';
import { GuardedButton } from '../ui/permission.js';
import { hrefOf } from '../core/router.js';
import { useAssignable } from '../answers/assignee-choice.js';
import { Badge, type Tone } from '../ui/badges.js';
import { SelectField } from '../ui/field.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';
import { gainOf, usualGainOf } from './interview-words.js';

interface Props {
  fact: Fact;
  refusal: string | undefined;
  onChange(): void;
}

const TONES: Record<Fact['state'], Tone> = {
  DRAFT: 'neutral',
  ASKED: 'busy',
  ANSWERED: 'good',
  UNKNOWN: 'attention',
  LEFT_OUT: 'neutral',
};

/** A fact of an interview: what hangs on it, who is asked, and what came of it. */
export function FactRow({ fact, refusal, onChange }: Props) {
  const { api } = useApp();
  const people = useAssignable();
  const change = async (body: {
    assignee?: { id: string; type: 'USER' | 'GROUP' } | null;
    left_out?: boolean;
  }): Promise<void> => {
    if (!(await attempt(() => api.call.changeFact({ path: { fact_id: fact.id }, body })))) return;
    notify(t('interview:changed'));
    onChange();
  };
  const choose = (id: string): void => {
    const person = people.find((one) => one.id === id);
    void change({ assignee: person ? { id: person.id, type: person.type } : null });
  };
  const isOut = fact.state === 'LEFT_OUT';
  const isOpen = fact.state !== 'ANSWERED' && refusal === undefined;
  return (
    <li class="card">
      <div class="card-head">
        <h2 class="text">{fact.question}</h2>
        <Badge tone={TONES[fact.state]}>{t(`interview:state.${fact.state}`)}</Badge>
      </div>
      <p class="muted small">{gainOf(fact)}</p>
      {fact.standard_places.length > 0 && <p class="muted small">{usualGainOf(fact)}</p>}
      <Hanging fact={fact} />
      {fact.note !== null && <p class="small text">{fact.note}</p>}
      {fact.answer !== null && (
        <dl class="facts">
          <div>
            <dt class="muted small">{t('interview:said')}</dt>
            <dd class="text">{fact.answer}</dd>
          </div>
        </dl>
      )}
      {fact.document_id !== null && (
        <p>
          <a href={hrefOf(`/knowledge/documents/${fact.document_id}`)}>{t('interview:evidence')}</a>
        </p>
      )}
      {isOpen && (
        <div class="row-actions">
          {!isOut && (
            <SelectField
              label={t('interview:who')}
              value={fact.assignee?.id ?? ''}
              options={[['', t('interview:nobody')] as const, ...people.map(({ id, name }) => [id, name] as const)]}
              onChange={choose}
            />
          )}
          <GuardedButton refusal={refusal} kind="quiet" onClick={() => void change({ left_out: !isOut })}>
            {t(isOut ? 'interview:takeIn' : 'interview:leaveOut')}
          </GuardedButton>
        </div>
      )}
    </li>
  );
}

/** The questions that hang on a fact; none when it is only the one that is asked. */
export function Hanging({
  fact: { places, standard_places: usual, question },
  words = t('interview:hangs'),
}: {
  fact: Fact;
  words?: string;
}) {
  const others = [...new Set([...places, ...usual].map(({ text }) => text))].filter((text) => text !== question);
  if (others.length === 0) return null;
  return (
    <>
      <p class="muted small">{words}</p>
      <ul>
        {others.map((text) => (
          <li key={text} class="text">
            {text}
          </li>
        ))}
      </ul>
    </>
  );
}
