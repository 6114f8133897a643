import { useLoad } from '../api/use-load.js';
import { useApp } from '../core/context.js';
import { hrefOf } from '../core/router.js';
import { Notice } from '../ui/states.js';
import { rich } from '../words/rich.js';
import { t } from '../words/words.js';

/** Says that there is nothing to answer from, with the way to fill it; nothing when there is, or the key may not look. */
export function NoKnowledge() {
  const { api, may } = useApp();
  const sees = may('VIEWER', 'Knowledge: read');
  const empty = useLoad(
    async (signal) => {
      if (!sees) return false;
      const [{ pagination: documents }, { pagination: answers }] = await Promise.all([
        api.call.listKnowledgeDocuments({ query: { limit: 1 }, signal }),
        api.call.listLibraryAnswers({ query: { status: 'APPROVED', limit: 1 }, signal }),
      ]);
      return documents.total + answers.total === 0;
    },
    [sees],
  );
  if (empty.data !== true) return null;
  return (
    <Notice kind="warning">
      {rich(t('home:noKnowledge'), {
        link: (words) => <a href={hrefOf('/knowledge/documents')}>{words}</a>,
      })}
    </Notice>
  );
}
