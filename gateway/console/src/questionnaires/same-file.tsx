import { useEffect, useState } from 'preact/hooks';
import type { Api } from '../api/api.js';
import type { QuestionnaireItem } from '../api/types.js';
import { useApp } from '../core/context.js';
import { hrefOf, usePlace } from '../core/router.js';
import { ago } from '../ui/format.js';
import { Notice } from '../ui/states.js';
import { rich } from '../words/rich.js';
import { t } from '../words/words.js';

/** The newest questionnaire with the very same file; undefined where there is none or the browser cannot tell. */
async function earlierOf(api: Api, file: File, signal: AbortSignal): Promise<QuestionnaireItem | undefined> {
  // Browsers make digests on safe connections only; elsewhere the reply to the upload tells.
  if (!isSecureContext) return undefined;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const { questionnaires } = await api.call.listQuestionnaires({ query: { sha256, limit: 1 }, signal });
  return questionnaires[0];
}

/** Which of the chosen files are here already, found as soon as they are chosen. */
export function useEarlier(files: readonly File[]): ReadonlyMap<File, QuestionnaireItem> {
  const { api } = useApp();
  const [found, setFound] = useState<ReadonlyMap<File, QuestionnaireItem>>(new Map());
  useEffect(() => {
    const control = new AbortController();
    void (async () => {
      const earlier = new Map<File, QuestionnaireItem>();
      for (const file of files) {
        // It only warns: without it the upload goes on.
        const one = await earlierOf(api, file, control.signal).catch(() => undefined);
        if (control.signal.aborted) return;
        if (one) earlier.set(file, one);
      }
      setFound(earlier);
    })();
    return () => control.abort();
  }, [files]);
  return found;
}

/** Says below a chosen file that it was uploaded before, with the way to it. */
export const SameFile = ({ earlier }: { earlier: QuestionnaireItem }) => (
  <span class="late small">
    {' '}
    {rich(t('questionnaires:same.before', { title: earlier.title, when: ago(earlier.created_at) }), {
      link: (words) => <a href={hrefOf(`/questionnaires/${earlier.id}`)}>{words}</a>,
    })}
  </span>
);

/** The same on the page of a questionnaire whose upload told so: `?same=` names the earlier one. */
export function SameFileNotice() {
  const id = usePlace().query.get('same');
  if (id === null || id === '') return null;
  return (
    <Notice kind="warning">
      {rich(t('questionnaires:same.after'), {
        link: (words) => <a href={hrefOf(`/questionnaires/${encodeURIComponent(id)}`)}>{words}</a>,
      })}
    </Notice>
  );
}
