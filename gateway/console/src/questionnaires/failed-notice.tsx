import { useState } from 'preact/hooks';
import type { Overview } from '../api/types.js';
import { useTask } from '../ui/use-task.js';
import { wordsOf } from '../api/words.js';
import { useApp } from '../core/context.js';
import { hrefOf } from '../core/router.js';
import { correctionsPath } from '../questionnaire-frame/correctable.js';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { Notice } from '../ui/states.js';
import { t } from '../words/words.js';
import { CompleteDialog } from '../questionnaire-frame/complete-dialog.js';
import { ReplaceDialog } from './replace-dialog.js';
import { canReplaceFile, canRetry, statusName } from '../questionnaire-frame/statuses.js';

interface Props {
  overview: Overview;
  onMoved(overview: Overview): void;
}

/** Why it failed, in the words of the service, and the ways on that can succeed. */
export function FailedNotice({ overview, onMoved }: Props) {
  const { api, may } = useApp();
  const [open, setOpen] = useState<'complete' | 'replace'>();
  const { busy, failure, run } = useTask();
  const foundNothing = overview.status === 'QUESTION_EXTRACTION_FAILED';
  const retries = canRetry(overview);
  const replaces = canReplaceFile(overview);
  const reason = overview.processing_logs.findLast(({ level }) => level === 'ERROR');
  const close = (): void => setOpen(undefined);
  const retry = (): Promise<boolean> =>
    run(async () => onMoved(await api.call.retryQuestionnaire({ path: { questionnaire_id: overview.id } })));
  return (
    <Notice kind="error">
      <p>
        <strong>{statusName(overview.status)}.</strong> {reason?.message ?? t('questionnaires:failed.unknown')}
      </p>
      {foundNothing && <p>{t('questionnaires:failed.show')}</p>}
      {retries && <p class="small muted">{t('questionnaires:failed.retryAbout')}</p>}
      {!retries && replaces && <p class="small muted">{t('questionnaires:failed.replaceAbout')}</p>}
      {failure !== undefined && <p>{wordsOf(failure)}</p>}
      {may('MEMBER', 'Questionnaires: write') && (
        <p class="page-actions">
          {foundNothing && (
            <a class="button primary" href={hrefOf(correctionsPath(overview.id))}>
              {t('questionnaires:failed.showWhere')}
            </a>
          )}
          {replaces && (
            <Button kind={foundNothing || retries ? 'secondary' : 'primary'} onClick={() => setOpen('replace')}>
              <Icon name="upload" />
              {t('questionnaires:replace.title')}
            </Button>
          )}
          {retries && (
            <Button busy={busy} onClick={() => void retry()}>
              <Icon name="refresh" />
              {t('questionnaires:failed.retry')}
            </Button>
          )}
          <Button onClick={() => setOpen('complete')}>{t('questionnaires:complete.anyway')}</Button>
        </p>
      )}
      {open === 'complete' && <CompleteDialog overview={overview} onClose={close} onCompleted={onMoved} />}
      {open === 'replace' && <ReplaceDialog overview={overview} onClose={close} onReplaced={onMoved} />}
    </Notice>
  );
}
