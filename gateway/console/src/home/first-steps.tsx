import { useState } from 'preact/hooks';
import { hrefOf } from '../core/router.js';
import { stored } from '../state/stored.js';
import { placeOf } from '../questionnaires/list-table.js';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { t } from '../words/words.js';
import { checklistOf, STEPS, type Step } from './checklist.js';
import type { Work } from './work.js';

/** The way from nothing to the first export; nothing when it was walked, or put away. */
export function FirstSteps({ work, organizationId }: { work: Work; organizationId: string }) {
  const left = stored(() => localStorage, `candor-first-steps-left-${organizationId}`);
  const [isLeft, leave] = useState(left.get() !== undefined);
  const states = checklistOf(work);
  if (!states || isLeft) return null;
  return (
    <section class="card" aria-labelledby="first-steps">
      <div class="card-head">
        <h2 id="first-steps">{t('home:steps.title')}</h2>
        <Button
          kind="quiet"
          label={t('home:steps.hide')}
          onClick={() => {
            left.set('yes');
            leave(true);
          }}
        >
          <Icon name="close" />
        </Button>
      </div>
      <ol class="first-steps">
        {STEPS.map((step, index) => {
          const state = states[step];
          return (
            <li key={step} class={state === 'next' ? 'now' : state}>
              <span class="step-sign" aria-hidden="true">
                {state === 'done' ? <Icon name="check" /> : index + 1}
              </span>
              <div>
                <h3>
                  {t(`home:steps.${step}`)} <span class="muted small">{t(`home:steps.${state}`)}</span>
                </h3>
                <p class="muted">{t(`home:steps.${step}About`)}</p>
              </div>
              <a class={`button ${state === 'next' ? 'primary' : 'secondary'}`} href={hrefOf(pathOf(step, work))}>
                {t(`home:steps.${step}Action`)}
              </a>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function pathOf(step: Step, { questionnaires }: Work): string {
  if (step === 'evidence') return '/knowledge/documents';
  if (step === 'upload') return '/questionnaires?upload=yes';
  const first = questionnaires?.questionnaires[0];
  if (step === 'review' && first) return placeOf(first);
  if (step === 'export' && first) return `/questionnaires/${first.id}`;
  return '/questionnaires';
}
