import { useState } from 'preact/hooks';
import type { ClaimFinding } from '../api/types.js';
import { useLoad } from '../api/use-load.js';
import { attempt } from '../ui/use-task.js';
import { useApp } from '../core/context.js';
import { useRefusal } from '../core/permission.js';
import { GuardedButton } from '../ui/permission.js';
import { hrefOf } from '../core/router.js';
import { Badge } from '../ui/badges.js';
import { Button } from '../ui/button.js';
import { Content } from '../ui/content.js';
import { Empty } from '../ui/states.js';
import { notify } from '../ui/toast.js';
import { t } from '../words/words.js';
import { DismissDialog } from './dismiss-dialog.js';
import { LetterDialog } from './letter-dialog.js';

const SHOWN = 50;

/** What no longer stands of what customers were told, and what can be done about it. */
export function Findings() {
  const { api } = useApp();
  const list = useLoad((signal) => api.call.listClaimFindings({ query: { limit: SHOWN }, signal }), []);
  const [letter, setLetter] = useState<string>();
  const [dismissed, setDismissed] = useState<ClaimFinding>();
  return (
    <Content of={list} what={t('ledger:what')}>
      {({ findings, pagination: { total } }) =>
        total === 0 ? (
          <Empty title={t('ledger:noFindings')} icon="check">
            <p>{t('ledger:noFindingsHelp')}</p>
          </Empty>
        ) : (
          <section class="card" aria-label={t('ledger:findings', { count: total })}>
            <h2>{t('ledger:findings', { count: total })}</h2>
            <ol class="groups">
              {findings.map((finding) => (
                <Finding
                  key={finding.id}
                  finding={finding}
                  onChange={list.reload}
                  onLetter={() => setLetter(finding.customer)}
                  onDismiss={() => setDismissed(finding)}
                />
              ))}
            </ol>
            {total > findings.length && <p class="muted small">{t('ledger:firstOnly', { count: findings.length })}</p>}
            {letter !== undefined && <LetterDialog customer={letter} onClose={() => setLetter(undefined)} />}
            {dismissed && (
              <DismissDialog finding={dismissed} onDone={list.reload} onClose={() => setDismissed(undefined)} />
            )}
          </section>
        )
      }
    </Content>
  );
}

interface FindingProps {
  finding: ClaimFinding;
  onChange(): void;
  onLetter(): void;
  onDismiss(): void;
}

function Finding({ finding, onChange, onLetter, onDismiss }: FindingProps) {
  const { api, session } = useApp();
  const refusal = useRefusal('MEMBER', 'Questionnaires: write');
  const path = { finding_id: finding.id };
  const change = async (body: { state?: 'RESOLVED'; assignee_id?: string }, words: string): Promise<void> => {
    if (!(await attempt(() => api.call.changeClaimFinding({ path, body })))) return;
    notify(words);
    onChange();
  };
  const me = session.user_id;
  return (
    <li class="affected">
      <div class="card-head">
        <span class="stacked">
          <a href={hrefOf(`/questionnaires/${finding.questionnaire_id}/review?question=${finding.question_id}`)}>
            {finding.question}
          </a>
          <span class="muted small">{finding.customer || t('ledger:noCustomer')}</span>
        </span>
        <span class="row-actions">
          <Badge tone="attention">{t(`ledger:kind.${finding.kind}`)}</Badge>
          {finding.state === 'ASSIGNED' && <Badge tone="neutral">{t('ledger:assigned')}</Badge>}
        </span>
      </div>
      <Words finding={finding} />
      <div class="row-actions">
        <Button onClick={onLetter}>{t('ledger:letter')}</Button>
        {finding.source_type === 'library' && (
          <a href={hrefOf(`/knowledge?entry=${finding.document_id ?? ''}`)}>{t('ledger:correct')}</a>
        )}
        {me !== null && finding.assignee_id !== me && (
          <GuardedButton
            refusal={refusal}
            kind="quiet"
            onClick={() => void change({ assignee_id: me }, t('ledger:assigned'))}
          >
            {t('ledger:assign')}
          </GuardedButton>
        )}
        <GuardedButton
          refusal={refusal}
          kind="quiet"
          onClick={() => void change({ state: 'RESOLVED' }, t('ledger:resolved'))}
        >
          {t('ledger:resolve')}
        </GuardedButton>
        <GuardedButton refusal={refusal} kind="quiet" onClick={onDismiss}>
          {t('ledger:dismiss')}
        </GuardedButton>
      </div>
    </li>
  );
}

function Words({ finding }: { finding: ClaimFinding }) {
  const facts: [string, string][] = [
    [t('ledger:told'), finding.answer],
    ...(finding.kind === 'contradicts' ? [] : [[t('ledger:before'), finding.before] as [string, string]]),
    [t(finding.kind === 'contradicts' ? 'ledger:otherwise' : 'ledger:now'), finding.now ?? t('ledger:gone')],
  ];
  return (
    <dl class="facts">
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt class="muted small">{name}</dt>
          <dd class="text">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
